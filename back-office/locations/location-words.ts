/** The texts of the refusals about locations, machines and closures. */
export const backOfficeLocationWords = {
  notFound: 'Location not found.',
  machineNotFound: 'This location has no such machine.',
  closureNotFound: 'Closure not found.',
  stale: 'Someone else saved this location. Compare both versions, then save again.',
  staleClosure: 'Someone else saved this closure. Compare both versions, then save again.',
  check: 'Check the marked fields.',
  full: 'This state already has 999 locations.',
  numberTaken: 'The location was not created, because other locations were created at the same moment. Try again.',
  machinesFull: 'A location has at most 99 machines.',
  zoneBooked:
    'Studies are booked at this location. Move or cancel them before you change the time zone or the currency.',
  machineBooked: (name: string) => `Studies are booked on ${name}. Move or cancel them, then save again.`,
  notInside: 'This study is not booked inside the closure.',
  withdrawn: 'This closure is withdrawn.',
}
