#!/bin/sh
# Replaces electron-builder's script, which also runs when an rpm package is upgraded: there the old package's script
# comes last, and would take away the link and the AppArmor profile that the new package just made.
# rpm passes how many versions remain, dpkg a word.
case "${1:-0}" in
  0 | remove | purge) ;;
  *) exit 0 ;;
esac

if command -v update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
fi
# It may also be a plain link, where the system has no alternatives.
[ -e '/usr/bin/${executable}' ] || rm -f '/usr/bin/${executable}'

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1; then
    # It fails in a container, where no profile is loaded.
    apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
  fi
  rm -f "$profile"
fi
exit 0
