/** Of all demo accounts; published in the README. */
export const demoPassword = 'Apogee-Demo-1'
