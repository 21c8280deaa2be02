# Emulator image: Android 14 (google_apis, x86_64) and the apps' APKs.
#   VARIANT=debuggable apps/android/scripts/build-apks.sh      # makes build/apks/*.apk
#   docker/emulator-image.sh tapworld-emulator                 # builds, installs, saves the snapshot
#   docker run --rm --device /dev/kvm -p 127.0.0.1:5555:5555 tapworld-emulator
# `docker build` has no KVM, and without KVM the apps cannot be installed. So this file makes an
# image that does it at its first start; emulator-image.sh starts it once and keeps the result.

FROM eclipse-temurin:17.0.15_6-jdk-jammy AS sdk
ARG COMMAND_LINE_TOOLS=11076708
ARG COMMAND_LINE_TOOLS_SHA256=2d2d50857e4eb553af5a6dc3ad507a17adf43d115264b1afc116f95c92e5e258
ENV ANDROID_HOME=/opt/android \
    HOME=/home/phone
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends curl unzip \
    && rm -rf /var/lib/apt/lists/* \
    && curl -fsSLo /tmp/tools.zip \
        "https://dl.google.com/android/repository/commandlinetools-linux-${COMMAND_LINE_TOOLS}_latest.zip" \
    && echo "${COMMAND_LINE_TOOLS_SHA256}  /tmp/tools.zip" | sha256sum -c - \
    && mkdir -p "${ANDROID_HOME}/cmdline-tools" \
    && unzip -q /tmp/tools.zip -d "${ANDROID_HOME}/cmdline-tools" \
    && mv "${ANDROID_HOME}/cmdline-tools/cmdline-tools" "${ANDROID_HOME}/cmdline-tools/latest" \
    && rm /tmp/tools.zip
ENV PATH="${PATH}:${ANDROID_HOME}/cmdline-tools/latest/bin"
RUN (yes || true) | sdkmanager --licenses >/dev/null \
    && sdkmanager --install platform-tools emulator "system-images;android-34;google_apis;x86_64" >/dev/null
# Our keys replace those of the device's definition: which of two equal keys counts is not specified.
COPY docker/avd-config.ini /tmp/
RUN echo no | avdmanager create avd --name tapworld --device pixel_5 \
        --package "system-images;android-34;google_apis;x86_64" \
    && config="${HOME}/.android/avd/tapworld.avd/config.ini" \
    && awk -F ' *= *' 'NR == FNR { ours[$1]; next } !($1 in ours)' /tmp/avd-config.ini "${config}" > /tmp/config.ini \
    && cat /tmp/avd-config.ini >> /tmp/config.ini \
    && mv /tmp/config.ini "${config}" \
    && rm -rf "${ANDROID_HOME}/cmdline-tools"

# Neither Java nor the command-line tools are needed to run an emulator.
FROM debian:12.12-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libdbus-1-3 libegl1 libfontconfig1 libgl1 libnss3 libpulse0 libx11-6 libxcomposite1 \
        libxcursor1 libxdamage1 libxi6 libxkbcommon0 libxtst6 socat tini x11vnc xvfb \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 phone
COPY --from=sdk /opt/android /opt/android
COPY --from=sdk --chown=10001:10001 /home/phone/.android /home/phone/.android
COPY --chown=10001:10001 build/apks/ /home/phone/apks/
COPY docker/emulator-entrypoint.sh /opt/android/entrypoint.sh
ENV ANDROID_HOME=/opt/android \
    PATH=/opt/android/platform-tools:/opt/android/emulator:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
USER 10001:10001
WORKDIR /home/phone
EXPOSE 5555 5900
# The entry point writes the file once the launcher shows and the apps are installed.
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s --retries=3 CMD ["test", "-f", "/tmp/ready"]
ENTRYPOINT ["tini", "--", "bash", "/opt/android/entrypoint.sh"]
