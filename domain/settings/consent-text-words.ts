/**
 * Atrium's own text of the member agreement and consent. It applies until an administrator writes the clinic's text. A
 * signed consent can name it, so that it must not change: a new one would need an id of its own.
 */
export const standardConsentText = {
  title: 'Member agreement and consent',
  text: `# The scan
I agree to a magnetic resonance scan at this clinic. I have been told what will be done and how long it takes, and that I may stop it at any time. No contrast agent and no ionising radiation are used.

# Safety
I have answered the safety questions truthfully and as fully as I can. I will tell the staff about anything that changes before the scan: implants, metal in the body, pregnancy, operations and injuries.

# What a scan can and cannot show
A scan does not replace the advice of my own physician or examinations that I am due to have. It may miss a condition. It may also show something that turns out to be harmless but needs more examinations.

# My information
My images and the report are kept as local law requires. They are given to me and to the practitioners I have named, and to no one else without my consent. I may withdraw any consent that I have given. A withdrawal applies only to the future.

# Payment
I have been told the price and the terms for moving or cancelling an appointment.`,
}
