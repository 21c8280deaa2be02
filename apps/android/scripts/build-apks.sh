#!/usr/bin/env bash
# Builds an APK of every app (or of those named) into build/apks/, from the native projects that
# `make android-bundle` makes. Needs JDK 17 and an Android SDK with build tools (ANDROID_HOME), and
# the network for Gradle's own downloads.
#   VARIANT=release (default)   as users would get it
#   VARIANT=debuggable          release code that run-as may enter: for emulators without root
set -euo pipefail
cd "$(dirname "$0")/../../.."

variant="${VARIANT:-release}"
case "$variant" in
  release | debuggable) ;;
  *) echo "VARIANT is release or debuggable, not $variant" >&2; exit 2 ;;
esac
: "${ANDROID_HOME:?set ANDROID_HOME to an Android SDK (sdkmanager platforms;android-36 build-tools;36.0.0)}"
command -v java >/dev/null || { echo "java is missing: install a JDK 17" >&2; exit 1; }

apps=("$@")
[ "${#apps[@]}" -gt 0 ] || mapfile -t apps < <(node -p "Object.keys(require('./apps/android/apps.json')).join('\n')")
out="$PWD/build/apks"
mkdir -p "$out"

for app in "${apps[@]}"; do
  # Gradle resolves node modules from the project's own place, so each app is prebuilt there.
  (cd apps/android && APP="$app" CI=1 EXPO_NO_TELEMETRY=1 npx expo prebuild -p android --no-install --clean)
  project="apps/android/android"
  if [ "$variant" = debuggable ]; then
    # The release bundle and optimisation, but a manifest that lets run-as in.
    sed -i '/^        release {/a\            debuggable true' "$project/app/build.gradle"
    grep -q 'debuggable true' "$project/app/build.gradle" || {
      echo "$project/app/build.gradle has no release block to make debuggable" >&2
      exit 1
    }
  fi
  (cd "$project" && APP="$app" ./gradlew --no-daemon -q assembleRelease -PreactNativeArchitectures=x86_64,arm64-v8a)
  cp "$project/app/build/outputs/apk/release/app-release.apk" "$out/$app.apk"
  rm -rf "$project"
  echo "$out/$app.apk"
done
