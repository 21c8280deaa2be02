#!/usr/bin/env bash
# Boots the emulator, installs the apps once, opens adb on 5555, writes /tmp/ready.
#   VNC=1       also shows the screen on port 5900 (the emulator then opens a window in Xvfb)
#   BOOT_TIMEOUT=300   seconds until the boot has failed
set -euo pipefail

avd="$HOME/.android/avd/tapworld.avd"
timeout_s="${BOOT_TIMEOUT:-300}"
log=/tmp/emulator.log
snapshot=ready

rm -f /tmp/ready
# A container that was killed leaves locks behind; nobody else uses this AVD.
rm -rf "$avd"/*.lock

if [ ! -w /dev/kvm ]; then
  echo "/dev/kvm is not open: start the container with --device /dev/kvm" >&2
  exit 1
fi

window=(-no-window)
if [ "${VNC:-0}" = 1 ]; then
  : "${VNC_PASSWORD:?set VNC_PASSWORD: port 5900 controls the phone}"
  Xvfb :1 -screen 0 1080x2400x24 &
  export DISPLAY=:1
  window=()
  x11vnc -display :1 -forever -shared -passwd "$VNC_PASSWORD" -rfbport 5900 -bg -quiet -o /tmp/vnc.log
fi

start() {
  emulator -avd tapworld -port 5554 -memory 2048 "${window[@]}" -no-boot-anim -no-audio \
    -no-metrics -gpu swiftshader_indirect -camera-back none -camera-front none -skip-adb-auth \
    "$@" >"$log" 2>&1 &
  emulator_pid=$!
}

fail() {
  echo "$1; the emulator's log ends:" >&2
  tail -n 30 "$log" >&2
  exit 1
}

wait_for() { # what, command...
  local what="$1" end=$((SECONDS + timeout_s))
  shift
  until "$@" 2>/dev/null; do
    kill -0 "$emulator_pid" 2>/dev/null || fail "the emulator ended"
    [ "$SECONDS" -lt "$end" ] || fail "$what did not come within $timeout_s s"
    sleep 1
  done
}

booted() { [ "$(adb shell getprop sys.boot_completed | tr -d '\r')" = 1 ]; }
packages() { adb shell pm path android | grep -q package:; }
launcher() { adb shell dumpsys window | grep mCurrentFocus | grep -qi launcher; }

wait_usable() {
  wait_for "the boot" booted
  wait_for "the package manager" packages
  adb shell input keyevent KEYCODE_HOME
  wait_for "the launcher" launcher
}

export ANDROID_SERIAL=emulator-5554
if [ -d "$avd/snapshots/$snapshot" ]; then
  start -snapshot "$snapshot" -force-snapshot-load -no-snapshot-save
  wait_usable
else
  start -no-snapshot-load -no-snapshot-save
  wait_usable
  for apk in "$HOME"/apks/*.apk; do
    [ -e "$apk" ] || fail "no APKs were built into the image (build/apks/*.apk)"
    adb install -r -t -g "$apk"
  done
  adb emu avd snapshot save "$snapshot"
fi

# The emulator's adbd listens inside only; others reach it through this.
socat "TCP-LISTEN:${ADB_PORT:-5555},bind=$(hostname -i),fork,reuseaddr" TCP:127.0.0.1:5555 &
touch /tmp/ready
echo "ready: adb connect $(hostname -i):${ADB_PORT:-5555}"
trap 'adb emu kill || true; wait "$emulator_pid"' TERM INT
wait "$emulator_pid"
rm -f /tmp/ready
