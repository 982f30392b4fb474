/** The texts of a disc's or stick's index page and of its README file. */
export const mediumWords = {
  title: 'Report and images',
  lockedTitle: 'The report',
  locked: 'It is password-protected. Please call us for the password.',
  demonstration: 'Sample. The data on this disc or stick is fictional.',
  name: 'Name',
  dob: 'Date of birth',
  sex: 'Sex',
  sexes: { female: 'Female', male: 'Male' },
  scan: 'Scan',
  study: 'Study',
  recipient: 'For',
  made: 'Created',
  report: 'Report',
  images: 'Images',
  pages: (pages: number) => `${pages} ${pages === 1 ? 'page' : 'pages'} (PDF).`,
  noImages: 'This disc or stick has no images.',
  howToView: 'To view the images, read',
  mistake: (clinic: string, phone: string) =>
    `If you received this disc or stick by mistake, please tell ${clinic}${phone === '' ? '' : `, ${phone}`}.`,
  readMe: {
    study: (studyID: string) => `Study ${studyID}`,
    open: 'Open INDEX.HTM in a web browser to see the contents.',
    report: 'The report is a PDF file. Any PDF reader opens it.',
    noImages: 'This disc or stick has no images.',
    images: [
      'The images are DICOM files in the folder IMAGES. They need a DICOM viewer, which is not',
      'included. Do not use a viewer for diagnosis unless it is approved for that.',
    ],
    manifest: 'MANIFEST.SHA256 lists every file with its SHA-256 hash, so that you can check the files.',
  },
}
