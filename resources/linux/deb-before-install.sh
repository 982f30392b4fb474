#!/bin/sh
# dpkg calls it with "upgrade", the installed version and the new one. An older program could not open the data of a
# newer one, and dpkg itself would only warn. To go back, remove the package first; the data stays.
set -e
if [ "$1" = upgrade ] && dpkg --compare-versions "$2" gt "${3:-$2}"; then
  echo "Atrium $2 is installed, which is newer than $3. Remove it first." >&2
  exit 1
fi
