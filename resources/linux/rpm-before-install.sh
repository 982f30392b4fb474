#!/bin/sh
# rpm passes how many versions there are afterwards. dnf also installs an older version over a newer one, and an older
# program could not open the data. To go back, remove the package first; the data stays. The build writes the version in.
# No percent sign: rpm would replace what follows it.
[ "${1:-1}" -gt 1 ] || exit 0
installed=$(rpm -q atrium | sed -n 's/^atrium-\(.*\)-[^-]*$/\1/p' | sort -V | tail -n 1)
newest=$( (echo "$installed"; echo 'NEW_VERSION') | sort -V | tail -n 1)
if [ -n "$installed" ] && [ "$installed" != 'NEW_VERSION' ] && [ "$newest" = "$installed" ]; then
  echo "Atrium $installed is installed, which is newer than NEW_VERSION. Remove it first." >&2
  exit 1
fi
