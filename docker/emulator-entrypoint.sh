#!/usr/bin/env bash
# Boots the emulator, installs the apps once, opens adb on 5555, writes the readiness file.
#   VNC=1 VNC_PASSWORD=...   also shows the screen on port 5900 (a window in Xvfb)
#   BOOT_TIMEOUT=300         seconds until a boot has failed
#   CALL_TIMEOUT=20          seconds until a single call of adb has failed
#   ADB_PORT=5555            port on which others reach the phone's adb
set -euo pipefail

avd="$HOME/.android/avd/tapworld.avd"
apks="$HOME/apks"
ready="${READY_FILE:-/tmp/ready}"
log="${EMULATOR_LOG:-/tmp/emulator.log}"
kvm="${KVM_DEVICE:-/dev/kvm}"
timeout_s="${BOOT_TIMEOUT:-300}"
snapshot=ready
emulator_pid=
export ANDROID_SERIAL=emulator-5554

rm -f "$ready"
# A container that was killed leaves locks behind; nobody else uses this AVD.
rm -rf "$avd"/*.lock

phone() { timeout "${CALL_TIMEOUT:-20}" adb "$@"; }

close() {
  rm -f "$ready"
  [ -n "$emulator_pid" ] || exit 0
  phone emu kill >/dev/null 2>&1 || kill "$emulator_pid" 2>/dev/null || true
  wait "$emulator_pid" || true
  exit 0
}
trap close TERM INT

fail() {
  echo "$1" >&2
  if [ -s "$log" ]; then
    echo "the emulator's log ends:" >&2
    tail -n 30 "$log" >&2
  fi
  [ -z "$emulator_pid" ] || kill "$emulator_pid" 2>/dev/null || true
  exit 1
}

[ -w "$kvm" ] || fail "$kvm cannot be opened: start the container with --device $kvm --group-add \"\$(stat -c %g $kvm)\""

window=(-no-window)
if [ "${VNC:-0}" = 1 ]; then
  : "${VNC_PASSWORD:?set VNC_PASSWORD: port 5900 controls the phone}"
  Xvfb :1 -screen 0 1080x2400x24 &
  export DISPLAY=:1
  window=()
  x11vnc -storepasswd "$VNC_PASSWORD" "$HOME/.vnc-password" >/dev/null 2>&1
  x11vnc -display WAIT:1 -forever -shared -rfbauth "$HOME/.vnc-password" -rfbport 5900 -bg -quiet -o /tmp/vnc.log
fi

start() {
  emulator -avd tapworld -port 5554 -memory 2048 "${window[@]}" -no-boot-anim -no-audio \
    -no-metrics -gpu swiftshader_indirect -camera-back none -camera-front none -skip-adb-auth \
    "$@" >"$log" 2>&1 &
  emulator_pid=$!
}

wait_for() { # what, command...
  local what="$1" end=$((SECONDS + timeout_s))
  shift
  until "$@" 2>/dev/null; do
    kill -0 "$emulator_pid" 2>/dev/null || fail "the emulator ended before $what"
    [ "$SECONDS" -lt "$end" ] || fail "$what did not come within $timeout_s s"
    sleep "${POLL_SECONDS:-1}"
  done
}

booted() { [ "$(phone shell getprop sys.boot_completed | tr -d '\r')" = 1 ]; }
packages() { [[ "$(phone shell pm path android)" == *package:* ]]; }
launcher() { [[ "$(phone shell dumpsys window)" =~ mCurrentFocus=[^$'\n']*[Ll]auncher ]]; }

wait_usable() {
  wait_for "the boot" booted
  wait_for "the package manager" packages
  phone shell input keyevent KEYCODE_HOME
  wait_for "the launcher" launcher
}

if [ -d "$avd/snapshots/$snapshot" ]; then
  start -snapshot "$snapshot" -force-snapshot-load -no-snapshot-save
  wait_usable
else
  compgen -G "$apks/*.apk" >/dev/null || fail "no APKs were built into the image (build/apks/*.apk)"
  start -no-snapshot-load -no-snapshot-save
  wait_usable
  for apk in "$apks"/*.apk; do
    CALL_TIMEOUT=120 phone install -r -t -g "$apk" || fail "$(basename "$apk") could not be installed"
  done
  CALL_TIMEOUT=120 phone emu avd snapshot save "$snapshot" || fail "the snapshot could not be saved"
fi

# The emulator's adbd listens inside only; others reach it through this.
address="$(hostname -i | cut -d ' ' -f 1)"
socat "TCP-LISTEN:${ADB_PORT:-5555},bind=$address,fork,reuseaddr" TCP:127.0.0.1:5555 &
touch "$ready"
echo "ready: adb connect $address:${ADB_PORT:-5555}"
wait "$emulator_pid" || true
rm -f "$ready"
fail "the emulator ended"
