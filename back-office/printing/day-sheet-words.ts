/** The texts of the printed day of a location. */
export const daySheetWords = {
  title: 'Day sheet',
  fileTitle: (locationID: string, date: string) => `Day sheet ${locationID} ${date}`,
  continued: (location: string, date: string) => `Day sheet · ${location} · ${date} (continued)`,
  times: (location: string, zone: string) => `All times in ${location} time, ${zone}`,
  machine: (name: string, count: number) => `${name}: ${count} ${count === 1 ? 'appointment' : 'appointments'}`,
  heads: ['Time', 'Member', 'Scan', 'To settle', 'Note', 'Here'],
  born: (date: string) => `born ${date}`,
  none: 'No appointments on this day.',
  confidential: 'Contains health information. Shred after use.',
}
