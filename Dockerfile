# The bot in an image of its own: docker build -t canasta . && docker run -e DISCORD_TOKEN -v canasta:/data canasta

FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements/runtime.txt requirements/build.txt requirements/
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt \
    && python -m venv /opt/canasta \
    && /opt/canasta/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt
COPY . .
# A catalogue that does not compile stops the build; no catalogue at all is plain English.
RUN set -e; for po in bot/locales/*/LC_MESSAGES/bot.po; do \
        [ ! -e "$po" ] || /opt/build/bin/pybabel --quiet compile --input-file "$po" --output-file "${po%.po}.mo"; \
    done; \
    /opt/build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/canasta/bin/pip install --no-cache-dir --no-deps dist/*.whl

FROM python:3.11-slim
# A number, so that an orchestrator can see that it is not root. The volume starts as a copy of this /data.
RUN install --directory --owner=10001 --group=10001 /data
COPY --from=build /opt/canasta /opt/canasta
ENV PATH=/opt/canasta/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    CANASTA_DATA=/data
WORKDIR /data
USER 10001:10001
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-m", "bot.health"]
ENTRYPOINT ["python", "-m", "bot"]
