import { SellerPage } from '#web/features/operations/components/seller-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'

export function Component() {
  const { sellerId = '' } = useParams()
  return <SellerPage id={Number(sellerId)} />
}
