# Installs what was built on this computer, starts it, upgrades it, and removes it with its data. Fails at the first
# difference.
param([Parameter(Mandatory)][ValidateSet('nsis', 'msi')][string]$Kind)
$ErrorActionPreference = 'Stop'
$folder = "$env:ProgramFiles\Atrium"
$policy = "$env:ProgramData\Atrium"
$data = "$env:LOCALAPPDATA\Atrium", "$env:APPDATA\Atrium"
$links = 'HKLM:\Software\Classes\atrium\shell\open\command'
$version = (Get-Content package.json -Raw | ConvertFrom-Json).version
$name = if ($Kind -eq 'nsis') { "Atrium-Setup-$version-x64.exe" } else { "Atrium-$version-x64.msi" }
$package = (Resolve-Path "release\$name").Path
# The last release, which the workflow downloaded; the first release has none before it.
$before = Get-ChildItem previous -Filter ($name -replace [regex]::Escape($version), '*') -ErrorAction SilentlyContinue | Select-Object -First 1

function Invoke-Program([string]$Path, [string[]]$Arguments, [int]$Expected = 0) {
  $code = (Start-Process $Path -ArgumentList $Arguments -Wait -PassThru).ExitCode
  if ($code -ne $Expected) { throw "$Path $Arguments ended with $code instead of $Expected" }
}
function Install-Package([string]$Path) {
  if ($Kind -eq 'nsis') { Invoke-Program $Path @('/S') } else { Invoke-Program 'msiexec.exe' @('/i', "`"$Path`"", '/qn') }
}
# The entries of other accounts than SYSTEM (18), Administrators (544) and TrustedInstaller that allow more than to
# read and execute. Names are translated, so it compares identifiers.
function Find-OpenEntry([string]$Path) {
  $readExecute = [Security.AccessControl.FileSystemRights]'ReadAndExecute, Synchronize'
  $rules = (Get-Acl $Path).GetAccessRules($true, $true, [Security.Principal.SecurityIdentifier])
  $rules | Where-Object {
    $_.AccessControlType -eq 'Allow' -and
    $_.IdentityReference.Value -notmatch '^S-1-5-18$|^S-1-5-32-544$|^S-1-3-0$|^S-1-5-80-956008885-' -and
    # The two highest bits are generic rights to read and to execute, which Program Files has for packaged apps.
    (([int]$_.FileSystemRights -band -bnot [int]$readExecute) -band 0x5fffffff) -ne 0
  }
}

if ($before) { Install-Package $before.FullName }
Install-Package $package
$found = (Get-Item "$folder\Atrium.exe").VersionInfo.ProductVersion
if (-not $found.StartsWith($version)) { throw "Version $found is installed instead of $version." }

# The desk can write neither the program nor the policy.
foreach ($path in $folder, $policy) {
  $open = Find-OpenEntry $path
  if ($open) { throw "$($open.IdentityReference) can write $path" }
}
$owner = (Get-Acl $policy).GetOwner([Security.Principal.SecurityIdentifier]).Value
if ($owner -ne 'S-1-5-32-544') { throw "$policy belongs to $owner" }
if (-not (Test-Path "$folder\resources\legal\sbom.cdx.json")) { throw 'The list of packages is missing.' }
if (-not (Test-Path $links)) { throw 'Links are not registered.' }
if ((Get-ItemProperty $links).'(default)' -ne "`"$folder\Atrium.exe`" `"%1`"") { throw 'Links open another program.' }
node .github/workflows/check-fuses.mjs "$folder\Atrium.exe"
if ($LASTEXITCODE -ne 0) { throw 'The fuses are not those of the product.' }

# It runs for half a minute, with a log and without a crash.
$own = (New-Item -ItemType Directory (Join-Path $env:RUNNER_TEMP "data-$Kind")).FullName
$running = Start-Process "$folder\Atrium.exe" -ArgumentList '--demo', '--data', "`"$own`"" -PassThru
Start-Sleep 30
if ($running.HasExited) { throw "Atrium ended with $($running.ExitCode)" }
if (Select-String -Path "$own\logs\atrium.log" -Pattern 'crash.recorded' -SimpleMatch -Quiet) { throw 'Atrium crashed.' }
Stop-Process $running.Id
Start-Sleep 5

# A start without flags makes data and key; both go with the program.
$running = Start-Process "$folder\Atrium.exe" -PassThru
Start-Sleep 20
if ($running.HasExited) { throw "Atrium ended with $($running.ExitCode)" }
Stop-Process $running.Id
Start-Sleep 5
if (-not ($data | Where-Object { Test-Path $_ })) { throw 'Atrium stored nothing.' }

if ($Kind -eq 'nsis') {
  $key = @(Get-ChildItem 'HKLM:\Software\Microsoft\Windows\CurrentVersion\Uninstall' | Where-Object { $_.GetValue('DisplayName') -like 'Atrium*' })
  if ($key.Count -ne 1) { throw "Atrium is $($key.Count) times in the list of programs." }
  Set-ItemProperty $key[0].PSPath DisplayVersion '99.0.0'
  Invoke-Program $package @('/S') 1638
  Set-ItemProperty $key[0].PSPath DisplayVersion $version
  Invoke-Program "$folder\Uninstall Atrium.exe" @('/S', '--delete-app-data')
  # It goes on as a copy of itself.
  for ($tries = 0; (Test-Path "$folder\Atrium.exe") -and $tries -lt 60; $tries += 1) { Start-Sleep 1 }
  if (cmdkey /list | Select-String '\.Atrium') { throw 'A key is left.' }
} else {
  if ($before) { Invoke-Program 'msiexec.exe' @('/i', "`"$($before.FullName)`"", '/qn') 1603 }
  Invoke-Program 'msiexec.exe' @('/x', "`"$package`"", '/qn', 'REMOVEDATA=1')
}
if (Test-Path "$folder\Atrium.exe") { throw "$folder is left" }
if (Test-Path $links) { throw 'Links are left.' }
if ($data | Where-Object { Test-Path $_ }) { throw 'Data is left.' }
if (-not (Test-Path $policy)) { throw 'The folder of the policy is gone.' }
