#!/bin/sh
# Makes a backup and removes all but the newest ones. Run by tacit-backup.service.
#
#   TACIT_DB=/var/lib/tacit/tacit.db deploy/backup.sh /var/lib/tacit-backups 14
#
# A backup holds secrets: only its owner can read it. It is complete or not there at all.
set -eu
umask 077
folder=${1:?which folder keeps the backups?} keep=${2:-14}
name="$folder/tacit-$(date -u +%Y%m%dT%H%M%S).db"
trap 'rm -f "$folder/.unfinished.db"' EXIT
rm -f "$folder/.unfinished.db"
"${TACIT:-tacit}" backup --db "$TACIT_DB" --to "$folder/.unfinished.db"
mv "$folder/.unfinished.db" "$name"
# Their names sort by time.
ls -1 "$folder" | grep '^tacit-[0-9T]*\.db$' | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
    rm -f "$folder/$old"
done
