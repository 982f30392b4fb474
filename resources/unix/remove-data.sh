#!/bin/sh
# Removes what Atrium stored for the account that runs it: the data, and the key of the databases in the keychain.
# Jobs that were not sent yet are lost. Asks first; --yes does not ask.
set -eu

if [ "${1:-}" != --yes ]; then
  printf 'Delete the data of Atrium for %s? Jobs that were not sent yet are lost. [y/N] ' "$(id -un)"
  printf '\nSupprimer les données d’Atrium pour %s ? Les envois en attente seront perdus. [y/N] ' "$(id -un)"
  read -r answer
  [ "$answer" = y ] || exit 1
fi

if [ "$(uname)" = Darwin ]; then
  folder="$HOME/Library/Application Support/Atrium"
  # Deletes one entry at a time, and fails when none is left.
  while security delete-generic-password -s Atrium >/dev/null 2>&1; do :; done
else
  folder="${XDG_CONFIG_HOME:-$HOME/.config}/Atrium"
  kept=$(cat "$folder/key-store" 2>/dev/null || echo key-file)
  if command -v secret-tool >/dev/null; then
    # It fails when there is no entry.
    secret-tool clear service Atrium || true
  elif [ "$kept" = keychain ]; then
    echo 'Install secret-tool (libsecret-tools, libsecret) first: the key is in the keychain.' >&2
    exit 2
  fi
fi
rm -rf "$folder"
