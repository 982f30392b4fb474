/** The refusals of this workstation's settings. */
export const workstationWords = {
  onlyAdministrators: 'Only an administrator can connect this computer to another server.',
}
