#!/usr/bin/env bash
# Installs the Debian packages that the project needs, where they are missing and this user may (root on Debian or Ubuntu).
#   install-tools.sh node       for npm ci: the library without which the project's Node does not start
#   install-tools.sh tests      for npm test; says what is left out without them, and lets the tests begin
#   install-tools.sh contract   for npm run test:contract, which cannot do without
#   install-tools.sh release    for npm run release, and for the tests of what it makes
set -euo pipefail

# Servers are installed here, which is in the path of root only. A test names another folder.
sbin=${SBIN:-/usr/sbin}

is_there() {
  case $1 in
    chromium) [ -x "${CHROMIUM:-}" ] || command -v chromium chromium-browser google-chrome ;;
    python3-venv) python3 -c 'import ensurepip, venv' ;;
    postgresql) command -v pg_ctlcluster ;;
    redis-server) command -v redis-server || command -v valkey-server ;;
    nginx-light) PATH=$PATH:$sbin command -v nginx ;;
    haproxy) PATH=$PATH:$sbin command -v haproxy ;;
    prometheus) command -v prometheus && command -v promtool ;;
    libatomic1) [[ $(node --version 2>&1) != *libatomic* ]] ;;
    bubblewrap) command -v bwrap ;;
    systemd) command -v systemd-analyze ;;
    *) command -v "$1" ;;
  esac > /dev/null 2>&1
}

left_out() {
  case $1 in
    chromium) echo 'the tests in a browser are left out' ;;
    zstd) echo 'the test of unpacking a backup with it is left out' ;;
    postgresql) echo 'the tests on PostgreSQL (15 or later) are left out' ;;
    lbzip2 | bzip2) echo 'the test of unpacking with it is left out' ;;
    redis-server) echo 'the tests of limits over several servers are left out' ;;
    haproxy | nginx-light) echo 'the tests of several servers behind it are left out' ;;
    prometheus) echo 'the tests of alerts and dashboard with it are left out' ;;
    libatomic1) echo 'the Node of the project cannot start' ;;
    python3-venv) echo 'the tests of the Python client are left out, and the check of the contract needs it' ;;
    umoci) echo 'the image cannot be built' ;;
    bubblewrap) echo 'the test of the image is left out' ;;
    systemd) echo 'the test of the systemd unit is left out' ;;
    docker-compose) echo 'the test of the files for Compose is left out' ;;
    curl | python3) echo 'the test of the example for it is left out' ;;
    *) echo 'the check of the contract needs it' ;;
  esac
}

# Some packages contain a server. It is not started: the tests start their own.
forbid_starts() {
  local policy=$sbin/policy-rc.d
  if [ -e "$policy" ]; then return; fi
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod 755 "$policy"
  trap "rm -f $policy" EXIT
}

# Nor is it started when the machine starts.
disable_services() {
  command -v systemctl > /dev/null || return 0
  for name in "$@"; do
    case $name in
      haproxy | prometheus | redis-server) systemctl disable -q "$name" ;;
      nginx-light) systemctl disable -q nginx ;;
    esac
  done
}

install() {
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return
  echo "Installing $* …"
  forbid_starts
  apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" > /dev/null &&
    disable_services "$@"
}

find_missing() {
  missing=()
  for name in "${wanted[@]}"; do is_there "$name" || missing+=("$name"); done
}

case ${1:-} in
  node) wanted=(libatomic1) ;;
  tests) wanted=(chromium zstd postgresql lbzip2 bzip2 curl python3 python3-venv redis-server haproxy nginx-light prometheus) ;;
  contract) wanted=(python3 python3-venv) ;;
  release) wanted=(umoci bubblewrap systemd docker-compose) ;;
  *) echo 'Usage: install-tools.sh node|tests|contract|release' >&2; exit 2 ;;
esac
find_missing
if [ ${#missing[@]} = 0 ]; then exit 0; fi
install "${missing[@]}" || true
hash -r
find_missing
for name in "${missing[@]}"; do echo "$name is missing: $(left_out "$name")." >&2; done
if [ ${#missing[@]} = 0 ]; then exit 0; fi
echo "Install on Debian and Ubuntu: apt-get install ${missing[*]}" >&2
[ "$1" = tests ]
