# Emulator image: Android 14 (google_apis, x86_64) with the apps installed and a saved snapshot.
#   apps/android/scripts/build-apks.sh           # makes build/apks/*.apk
#   docker build -f docker/emulator.Dockerfile -t tapworld-emulator .
#   docker run --rm --device /dev/kvm -p 127.0.0.1:5555:5555 tapworld-emulator
# The snapshot is saved at the first start with KVM (docker build has no /dev/kvm): keep it by a
# volume on /home/phone/.android/avd.

FROM eclipse-temurin:17-jdk-jammy AS sdk
ARG COMMAND_LINE_TOOLS=11076708
ARG COMMAND_LINE_TOOLS_SHA256=2d2d50857e4eb553af5a6dc3ad507a17adf43d115264b1afc116f95c92e5e258
ENV ANDROID_HOME=/opt/android
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
ENV PATH="${PATH}:${ANDROID_HOME}/cmdline-tools/latest/bin:${ANDROID_HOME}/platform-tools:${ANDROID_HOME}/emulator"
RUN (yes || true) | sdkmanager --licenses >/dev/null \
    && sdkmanager --install platform-tools emulator "system-images;android-34;google_apis;x86_64" >/dev/null

FROM eclipse-temurin:17-jre-jammy
ENV ANDROID_HOME=/opt/android
ENV PATH="${PATH}:${ANDROID_HOME}/cmdline-tools/latest/bin:${ANDROID_HOME}/platform-tools:${ANDROID_HOME}/emulator"
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libdbus-1-3 libegl1 libfontconfig1 libgl1 libnss3 libpulse0 libx11-6 libxcomposite1 \
        libxcursor1 libxdamage1 libxi6 libxkbcommon0 libxtst6 socat tini x11vnc xvfb \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 phone
COPY --from=sdk /opt/android /opt/android
USER phone
WORKDIR /home/phone
COPY --chown=phone docker/avd-config.ini /tmp/avd-config.ini
RUN echo no | avdmanager create avd --name tapworld --device pixel_5 \
        --package "system-images;android-34;google_apis;x86_64" \
    && cat /tmp/avd-config.ini >> .android/avd/tapworld.avd/config.ini
COPY --chown=phone build/apks/ apks/
COPY --chown=phone docker/emulator-entrypoint.sh entrypoint.sh
EXPOSE 5555 5900
# The entry point writes the file once the launcher shows and the apps are installed.
HEALTHCHECK --interval=10s --timeout=5s --start-period=300s --retries=3 CMD ["test", "-f", "/tmp/ready"]
ENTRYPOINT ["tini", "--", "bash", "/home/phone/entrypoint.sh"]
