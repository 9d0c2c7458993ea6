#!/usr/bin/env bash
# Installs Python with its virtual environments for the check of the contract, where they are missing and this user may (Debian, Ubuntu).
set -euo pipefail
if python3 -c 'import ensurepip, venv' 2> /dev/null; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo 'Python 3 with venv is missing: install the packages python3 and python3-venv.' >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-venv > /dev/null
