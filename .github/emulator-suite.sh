#!/usr/bin/env bash
# What the hosted emulator is there for; runs on any machine with one booted as emulator-5554.
set -euo pipefail
export ANDROID_SERIAL="${ANDROID_SERIAL:-emulator-5554}"
mkdir -p runs
trap 'adb logcat -d > runs/logcat.txt' EXIT
adb shell wm size 1080x2400
adb shell wm density 420
for apk in build/apks/*.apk; do
  adb install -r -t -g "$apk"
done
.venv/bin/python -m pytest -m kvm tests/env/devices/emulator
.venv/bin/tapworld run --device "adb://$ANDROID_SERIAL" --agent oracle --sample 30 --workers 1 --out runs/emulator
.venv/bin/tapworld report runs/emulator
