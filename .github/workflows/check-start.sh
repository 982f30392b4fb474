#!/bin/sh
# Starts an installed program on demo data, and fails unless it runs for half a minute with a log and without a crash.
set -eu
program=$1
shift
data=$(mktemp -d)
"$program" --demo --data "$data" "$@" &
running=$!
sleep 30
kill -0 "$running"
test -s "$data/logs/atrium.log"
if grep crash.recorded "$data/logs/atrium.log"; then exit 1; fi
kill "$running"
wait "$running" || true
rm -rf "$data"
