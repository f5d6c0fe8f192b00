# docs/containers.md says how to use this, and what of it was run.
FROM python:3.11.14-slim-bookworm AS build
WORKDIR /source
COPY requirements-image.lock ./
RUN python -m venv /opt/pathfinder \
    && /opt/pathfinder/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-image.lock
COPY . .
# The lock brings what builds the wheel, and the image needs neither that nor pip.
RUN /opt/pathfinder/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /dist . \
    && /opt/pathfinder/bin/pip install --no-cache-dir --no-deps --no-index /dist/*.whl \
    && /opt/pathfinder/bin/pip check \
    && /opt/pathfinder/bin/pip uninstall --yes setuptools pip

FROM python:3.11.14-slim-bookworm
RUN useradd --uid 10001 --create-home --home-dir /data pathfinder
COPY --from=build /opt/pathfinder /opt/pathfinder
ENV PATH=/opt/pathfinder/bin:$PATH HOME=/data
USER 10001:10001
WORKDIR /data
EXPOSE 8421
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8421/login', timeout=4)"]
ENTRYPOINT ["pathfinder"]
# All addresses of the container; which of the machine's lead there is said where the port is published.
CMD ["serve", "--host", "0.0.0.0"]
