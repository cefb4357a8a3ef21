import { useParams } from 'react-router'
import { MoneyNav } from '#web/app/shell/money-nav.tsx'
import { OrderRefunds } from '#web/features/refunds/order-refunds.tsx'
import { OrderPage } from '#web/features/orders/order-page.tsx'

export function Component() {
  const { orderId = '' } = useParams()
  return (
    <>
      <MoneyNav />
      <OrderPage orderId={orderId} />
      <OrderRefunds orderId={orderId} />
    </>
  )
}
