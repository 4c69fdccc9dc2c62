#!/bin/sh
# Restores the newest backup to a scratch file, starts a site on it and checks its health: a backup that was
# never restored is only a hope. It does not touch the running site. Run it once a month.
#
#   deploy/restore-drill.sh /var/lib/tacit-backups
set -eu
umask 077
folder=${1:?which folder keeps the backups?} tacit=${TACIT:-tacit}
newest=$(ls -1 "$folder" | grep '^tacit-[0-9T]*\.db$' | sort | tail -n 1)
[ -n "$newest" ] || { echo "restore-drill: there is no backup in $folder" >&2; exit 1; }
scratch=$(mktemp -d)
site=
end() {
    if [ -n "$site" ]; then kill "$site" 2>/dev/null || true; wait "$site" || true; fi
    rm -rf "$scratch"
}
trap end EXIT
"$tacit" restore "$folder/$newest" --db "$scratch/drill.db"
"$tacit" serve --db "$scratch/drill.db" --host 127.0.0.1 --port 0 --json >"$scratch/told" &
site=$!
tries=0
until [ -s "$scratch/told" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$site" 2>/dev/null; then
        echo "restore-drill: no site starts on $newest" >&2
        exit 1
    fi
    sleep 0.1
done
url=$(sed 's/.*"url": *"\([^"]*\)".*/\1/' "$scratch/told" | sed 's/localhost/127.0.0.1/')
curl --fail --silent --show-error --max-time 10 "$url/healthz" >/dev/null
echo "restore-drill: $newest is good"
