#!/usr/bin/env bash
# Installs the program sqlite3 for the test of backup and restore, where it is missing and this user may (Debian, Ubuntu).
set -euo pipefail
if command -v sqlite3 > /dev/null; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo 'The program sqlite3 is missing: install the package sqlite3.' >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends sqlite3 > /dev/null
