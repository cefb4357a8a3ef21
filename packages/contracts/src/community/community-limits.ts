export const groupNameMaxLength = 80
export const groupDescriptionMaxLength = 1000
export const discussionTitleMaxLength = 200
export const postMaxLength = 10_000
export const reportReasonMaxLength = 500
