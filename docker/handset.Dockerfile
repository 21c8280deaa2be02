# Handset image: tapworld with Chromium, no network needed at run time.
#   docker build -f docker/handset.Dockerfile -t tapworld .
#   docker run --rm --network none --user "$(id -u):$(id -g)" -v "$PWD/runs:/runs" --shm-size 512m \
#       tapworld run --agent oracle --sample 40 --out /runs/oracle
# Only the legacy builder's syntax is used, so that Docker 20.10 builds it too.
# Bases are pinned by their dated tags and not by digest: a digest would keep an image made with
# debootstrap from standing in where no registry is reached (docs/docker.md).

FROM node:20.20-bookworm-slim AS apps
WORKDIR /src/apps
COPY apps/package.json apps/package-lock.json ./
COPY apps/kit/package.json kit/
COPY apps/mail/package.json mail/
COPY apps/pay/package.json pay/
COPY apps/web/package.json web/
COPY apps/android/package.json android/
# Without the scripts: what they generate needs sources that are copied only below.
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY apps ./
COPY scenarios/tapworld_scenarios /src/scenarios/tapworld_scenarios
RUN mkdir -p /src/env/tapworld_env/devices/handset && npm run build

FROM debian:12.12-slim AS base
# Debian's security updates are wanted, so its packages are not pinned by patch level.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && python3 -m venv /opt/tapworld

FROM base AS requirements
COPY pyproject.toml docker/requirements.py /
RUN python3 /requirements.py /pyproject.toml > /requirements.txt

FROM base AS python
WORKDIR /src
# Requirements before sources: a change of the code does not fetch them again.
COPY constraints.txt ./
COPY --from=requirements /requirements.txt ./
RUN /opt/tapworld/bin/pip install --no-cache-dir --requirement requirements.txt --constraint constraints.txt
COPY pyproject.toml README.md LICENSE ./
COPY scenarios scenarios
COPY env env
COPY evaluator evaluator
COPY --from=apps /src/env/tapworld_env/devices/handset/bundle env/tapworld_env/devices/handset/bundle
# The backend comes from the requirements, so that this step needs no network.
RUN /opt/tapworld/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/tapworld/bin/pip check
# The personas' databases are made once here instead of in every container.
COPY docker/warm_cache.py docker/
RUN TAPWORLD_CACHE=/opt/tapworld/cache /opt/tapworld/bin/python docker/warm_cache.py \
    && chmod -R a+rwX /opt/tapworld/cache \
    && ln -s ../lib/python3.11/site-packages/adbutils/binaries/adb /opt/tapworld/bin/adb \
    && adb_version="$(/opt/tapworld/bin/adb version)" && echo "${adb_version}"

FROM debian:12.12-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        chromium-headless-shell chromium-shell fontconfig fonts-noto-cjk fonts-noto-color-emoji \
        fonts-noto-core python3 tini xvfb \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 phone \
    # Any user of `docker run --user` may work here, so that what is written to /runs is theirs.
    && install -d -m 1777 /home/any /keys /runs
COPY --from=python /opt/tapworld /opt/tapworld
COPY docker/healthcheck.py docker/run-on-phones.sh /opt/tapworld/
# Docker's seccomp profile refuses Chromium's own sandbox; the container takes its place.
ENV HOME=/home/any \
    PATH=/opt/tapworld/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TAPWORLD_CACHE=/opt/tapworld/cache \
    TAPWORLD_CHROMIUM_SANDBOX=off
USER 10001:10001
WORKDIR /home/any
VOLUME /runs
EXPOSE 5655
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "/opt/tapworld/healthcheck.py"]
ENTRYPOINT ["tini", "--", "tapworld"]
CMD ["doctor"]
