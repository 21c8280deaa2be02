#!/usr/bin/env bash
# What the hosted emulator is there for; runs on any machine with one booted as emulator-5554.
# Every part runs, so that the report is uploaded whatever failed; the exit code tells of all.
set -euo pipefail
export ANDROID_SERIAL="${ANDROID_SERIAL:-emulator-5554}"
device="adb://$ANDROID_SERIAL"
status=0
mkdir -p runs
trap 'adb logcat -d > runs/logcat.txt' EXIT
adb shell wm size 1080x2400
adb shell wm density 420
for apk in build/apks/*.apk; do
  adb install -r -t -g "$apk"
done
.venv/bin/python -m pytest -m kvm --junitxml runs/kvm.xml tests/env/devices/emulator || status=1
.venv/bin/tapworld run --device "$device" --agent oracle --sample 30 --workers 1 --out runs/emulator || status=1
.venv/bin/tapworld report runs/emulator || status=1
# Exit code 1 unless every oracle solved its configuration and every near-miss was refused.
.venv/bin/tapworld prove --device "$device" --sample 30 --workers 1 --fresh --json > runs/proof.json || status=1
exit "$status"
