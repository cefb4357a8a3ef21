export const schoolsRefusals = {
  SCHOOL_NOT_FOUND: { status: 404, sentence: 'School not found' },
  SCHOOL_NAME_TAKEN: {
    status: 409,
    sentence: 'Another school has this address. Please choose another one.',
  },
  SCHOOL_NAMES_USED_UP: {
    status: 409,
    sentence: 'Your school has had ten addresses, which all lead to it. Please choose one of them.',
  },
} as const
