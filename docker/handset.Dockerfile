# Handset image: tapworld with Chromium, no network needed at run time.
#   docker build -f docker/handset.Dockerfile -t tapworld .
#   docker run --rm --network none -v "$PWD/runs:/runs" tapworld run --agent oracle --out /runs/oracle
# Only syntax of the legacy builder is used, so that Docker 20.10 builds it too.

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

FROM python:3.11-slim-bookworm AS wheels
WORKDIR /src
COPY constraints.txt pyproject.toml README.md LICENSE ./
COPY scenarios scenarios
COPY env env
COPY evaluator evaluator
COPY --from=apps /src/env/tapworld_env/devices/handset/bundle env/tapworld_env/devices/handset/bundle
RUN pip wheel --no-cache-dir --wheel-dir /wheels --constraint constraints.txt .

FROM python:3.11-slim-bookworm
# Debian's own security updates of these are wanted, so they are not pinned by patch level.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        chromium-headless-shell fonts-noto-cjk fonts-noto-color-emoji fonts-noto-core tini \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 phone \
    && install -d -o phone -g phone /runs
COPY --from=wheels /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels tapworld && rm -rf /wheels
USER phone
WORKDIR /home/phone
# Docker's seccomp profile refuses Chromium's own sandbox; the container takes its place.
ENV PYTHONUNBUFFERED=1 TAPWORLD_CHROMIUM_SANDBOX=off
VOLUME /runs
EXPOSE 5555
# A server is healthy while it listens; any other command is done when it ends.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import socket; socket.create_connection(('127.0.0.1', 5555), 3)"]
ENTRYPOINT ["tini", "--", "tapworld"]
CMD ["doctor"]
