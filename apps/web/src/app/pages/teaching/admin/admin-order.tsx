import { usePrefetchQuery } from '@tanstack/react-query'
import { useParams } from '#web/platform/router/router.tsx'
import { OrderRefunds } from '#web/features/sales/components/order-refunds.tsx'
import { orderRefundsQuery } from '#web/features/sales/api/refunds.ts'
import { OrderPage } from '#web/features/sales/components/order-page.tsx'
import { useViewer } from '#web/platform/session/session.tsx'

export function Component() {
  const { orderId = '' } = useParams()
  // The refunds load in parallel with the order.
  usePrefetchQuery(orderRefundsQuery(useViewer(), orderId))
  return <OrderPage orderId={orderId} refunds={<OrderRefunds orderId={orderId} />} />
}
