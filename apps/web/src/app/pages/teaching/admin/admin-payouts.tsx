import { PayoutsPage } from '#web/features/accounting/components/payouts-page.tsx'

export const Component = PayoutsPage
