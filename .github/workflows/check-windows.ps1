# Installs what was built on this computer, starts it, and removes it with its data. Fails at the first difference.
param([Parameter(Mandatory)][ValidateSet('nsis', 'msi')][string]$Kind)
$ErrorActionPreference = 'Stop'
$folder = "$env:ProgramFiles\Atrium"
$data = "$env:LOCALAPPDATA\Atrium", "$env:APPDATA\Atrium"
$version = (Get-Content package.json | ConvertFrom-Json).version
$package = if ($Kind -eq 'nsis') { Resolve-Path "release\Atrium-Setup-$version-x64.exe" } else { Resolve-Path "release\Atrium-$version-x64.msi" }

function Invoke-Program([string]$Path, [string[]]$Arguments, [int]$Expected = 0) {
  $code = (Start-Process $Path -ArgumentList $Arguments -Wait -PassThru).ExitCode
  if ($code -ne $Expected) { throw "$Path $Arguments ended with $code instead of $Expected" }
}

if ($Kind -eq 'nsis') { Invoke-Program $package '/S' } else { Invoke-Program 'msiexec' @('/i', "`"$package`"", '/qn') }

# The desk cannot write the program's folder.
$open = (Get-Acl $folder).Access | Where-Object {
  $_.AccessControlType -eq 'Allow' -and $_.IdentityReference -match 'Users|Everyone|Authenticated' -and
  ($_.FileSystemRights -band [Security.AccessControl.FileSystemRights]'Write')
}
if ($open) { throw "$($open.IdentityReference) can write $folder" }
if (-not (Test-Path "$folder\resources\legal\sbom.cdx.json")) { throw 'The list of packages is missing.' }
if (-not (Get-ItemProperty 'HKLM:\Software\Classes\atrium\shell\open\command')) { throw 'Links are not registered.' }
$fuses = npx --yes '@electron/fuses@2' read --app "$folder\Atrium.exe"
if ($fuses -notmatch 'RunAsNode is Disabled') { throw "The fuses are $fuses" }

# It runs for half a minute, with a log and without a crash.
$own = New-Item -ItemType Directory (Join-Path $env:RUNNER_TEMP "data-$Kind")
$running = Start-Process "$folder\Atrium.exe" -ArgumentList '--demo', '--data', $own -PassThru
Start-Sleep 30
if ($running.HasExited) { throw "Atrium ended with $($running.ExitCode)" }
if (Select-String 'crash.recorded' "$own\logs\atrium.log" -Quiet) { throw 'Atrium crashed.' }
Stop-Process $running.Id
Start-Sleep 5

# One start without flags makes data and key; both go with the program.
$running = Start-Process "$folder\Atrium.exe" -PassThru
Start-Sleep 20
Stop-Process $running.Id
Start-Sleep 5
if (-not ($data | Where-Object { Test-Path $_ })) { throw 'Atrium stored nothing.' }

if ($Kind -eq 'nsis') {
  $key = (Get-ChildItem 'HKLM:\Software\Microsoft\Windows\CurrentVersion\Uninstall' | Where-Object { $_.GetValue('DisplayName') -like 'Atrium*' }).PSPath
  Set-ItemProperty $key DisplayVersion '99.0.0'
  Invoke-Program $package '/S' 1638
  Set-ItemProperty $key DisplayVersion $version
  Invoke-Program "$folder\Uninstall Atrium.exe" '/S', '--delete-app-data'
  Start-Sleep 20
  if (cmdkey /list | Select-String '\.Atrium') { throw 'A key is left.' }
} else { Invoke-Program 'msiexec' @('/x', "`"$package`"", '/qn', 'REMOVEDATA=1') }
if (Test-Path "$folder\Atrium.exe") { throw "$folder is left" }
if ($data | Where-Object { Test-Path $_ }) { throw 'Data is left.' }
