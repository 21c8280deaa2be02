#!/usr/bin/env bash
# Builds the emulator image with the apps installed and the snapshot saved.
#   docker/emulator-image.sh [TAG]
# `docker build` cannot open /dev/kvm. So the image is built without the snapshot, started once
# with KVM until its phone is ready, stopped, and committed.
set -euo pipefail
cd "$(dirname "$0")/.."

tag="${1:-tapworld-emulator}"
kvm="${KVM_DEVICE:-/dev/kvm}"
timeout_s="${FIRST_START_TIMEOUT:-900}"

compgen -G "build/apks/*.apk" >/dev/null || {
  echo "there are no APKs: run VARIANT=debuggable apps/android/scripts/build-apks.sh first" >&2
  exit 1
}
[ -e "$kvm" ] || {
  echo "$kvm is not there: on Linux enable virtualisation, in a virtual machine nest it" >&2
  exit 1
}

docker build -f docker/emulator.Dockerfile -t "$tag:without-snapshot" .
container="$(docker run -d --device "$kvm" --group-add "$(stat -c %g "$kvm")" "$tag:without-snapshot")"
trap 'docker rm -f "$container" >/dev/null' EXIT

end=$((SECONDS + timeout_s))
until docker exec "$container" test -f /tmp/ready 2>/dev/null; do
  if [ "$(docker inspect -f '{{.State.Running}}' "$container")" != true ] || [ "$SECONDS" -ge "$end" ]; then
    echo "the phone was not ready within $timeout_s s; its container said:" >&2
    docker logs --tail 40 "$container" >&2
    exit 1
  fi
  sleep "${POLL_SECONDS:-2}"
done
docker stop -t 60 "$container" >/dev/null
docker commit "$container" "$tag" >/dev/null
echo "$tag"
