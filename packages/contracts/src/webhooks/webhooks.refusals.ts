export const webhooksRefusals = {
  TOO_MANY_WEBHOOKS: {
    status: 409,
    sentence: 'Your business has ten webhooks, which is the most. Delete one that you no longer use first.',
  },
  WEBHOOK_ADDRESS_REFUSED: {
    status: 400,
    sentence: 'Webhooks go to public addresses that begin with https://. Please enter such an address.',
  },
  WEBHOOK_HOST_NOT_LISTED: {
    status: 400,
    sentence:
      'This platform sends webhooks to certain hosts only, and the host of this address is not one of them. Ask the platform’s operator to add it.',
  },
  WEBHOOK_OFF: { status: 409, sentence: 'This webhook is off. Turn it on first.' },
} as const
