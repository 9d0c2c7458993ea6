#!/usr/bin/env bash
# Installs Chromium for the tests that need a real browser, where it is missing and this user may (Debian, Ubuntu).
set -euo pipefail
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" > /dev/null; then exit 0; fi
done
if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo 'No Chromium found: the tests in a browser will say that they are skipped. Install the package chromium to run them.'
  exit 0
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null
