import { useParams } from 'react-router'
import { OrderPage } from '#web/features/orders/order-page.tsx'

export function Component() {
  const { orderId = '' } = useParams()
  return <OrderPage orderId={orderId} />
}
