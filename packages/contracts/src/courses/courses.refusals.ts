export const coursesRefusals = {
  COURSES_OF_DAY: {
    status: 429,
    sentence:
      'You have made as many courses as are possible within a day. Please make further ones tomorrow.',
  },
  LISTING_NEEDS_APPROVAL: {
    status: 403,
    sentence:
      'Courses are listed for everybody once your e-mail address is verified and Apogee has approved you as a seller. Until then, keep the course as a draft or make it private.',
  },
} as const
