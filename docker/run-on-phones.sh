#!/bin/sh
# Runs an agent on every phone that a name stands for, one worker a phone, then writes the report.
#   run-on-phones.sh phone:5555 /runs/oracle --agent oracle --sample 40
# A service of Docker Compose with N containers, and a headless service of Kubernetes, are one
# name with N addresses.
set -eu

if [ "$#" -lt 2 ] || [ "${1#*:}" = "$1" ]; then
  echo "usage: run-on-phones.sh HOST:PORT RUN_FOLDER [option of tapworld run...]" >&2
  exit 2
fi
host=${1%:*}
port=${1##*:}
out=$2
shift 2

addresses=$(getent ahostsv4 "$host" | cut -d ' ' -f 1 | sort -u)
if [ -z "$addresses" ]; then
  echo "no phone: the name $host has no address; are the phones started?" >&2
  exit 1
fi
phones=
count=0
for address in $addresses; do
  phones="$phones${phones:+,}$address:$port"
  count=$((count + 1))
done
echo "$count phones: $phones"
tapworld run --device "adb://$phones" --workers "$count" --out "$out" "$@"
tapworld report "$out"
