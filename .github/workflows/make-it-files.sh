#!/bin/sh
# Writes what an administrator needs beside the installers into the folder $2: the policy templates, the public key $1,
# and the files with which debsig-verify knows this key.
set -eu
key=$1
out=$(cd "$2" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

gpg --batch --yes --armor --output "$out/public.asc" --export "$key"
test -s "$out/public.asc"
fingerprint=$(gpg --batch --with-colons --list-keys "$key" | awk -F: '$1 == "fpr" { print $10; exit }')
# debsig-verify names its folders by the fingerprint; before 0.24 by its last 16 characters.
for id in "$fingerprint" "$(printf '%s' "$fingerprint" | tail -c 16)"; do
  keyrings="$folder/debsig/usr/share/debsig/keyrings/$id"
  policies="$folder/debsig/etc/debsig/policies/$id"
  mkdir -p "$keyrings" "$policies"
  gpg --batch --yes --output "$keyrings/atrium.gpg" --export "$key"
  cat > "$policies/atrium.pol" <<POLICY
<?xml version="1.0"?>
<!DOCTYPE Policy SYSTEM "https://www.debian.org/debsig/1.0/policy.dtd">
<Policy xmlns="https://www.debian.org/debsig/1.0/">
  <Origin Name="Atrium" id="$id" Description="Atrium"/>
  <Selection><Required Type="origin" File="atrium.gpg" id="$id"/></Selection>
  <Verification MinOptional="0"><Required Type="origin" File="atrium.gpg" id="$id"/></Verification>
</Policy>
POLICY
done
rm -f "$out/Atrium-debsig.zip" "$out/Atrium-policy.zip"
(cd "$folder/debsig" && zip -qr "$out/Atrium-debsig.zip" .)
(cd "$(dirname "$0")/../../resources" && zip -qr "$out/Atrium-policy.zip" policy)
