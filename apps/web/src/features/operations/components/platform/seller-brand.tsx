import type { SellerOverview } from '@apogee/contracts/businesses/seller-states.ts'
import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Panel } from '@apogee/ui/panel.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { BrandBand } from '#web/shared/brand/brand-band.tsx'
import { Fact } from '#web/shared/money/money-page.tsx'
import { sellerPageMessages } from '../../messages/seller-page.en.ts'
import './seller-page.css'

const ClearBrand = lazyOnPress(async () => (await import('./seller-action-dialogs.tsx')).ClearBrand)

/** Shows what a seller's mails, pages and papers show. A superadmin clears a brand that misleads, also one that only papers show. */
export function SellerBrand({ seller, name }: { seller: SellerOverview; name: string }) {
  const text = useText(sellerPageMessages)
  const [isOpen, setIsOpen] = useState(false)
  const { brand, papersShowEarlierBrand } = seller
  return (
    <Panel id="seller-brand" title={text.brand}>
      <div className="seller-brand">
        {brand === null ? (
          <p className="text-secondary">{text.noBrand}</p>
        ) : (
          <>
            <BrandBand look={brand} name={name} />
            <dl className="seller-page-facts">
              {brand.senderName === '' ? null : <Fact term={text.senderName}>{brand.senderName}</Fact>}
              {brand.footer === '' ? null : <Fact term={text.mailFooter}>{brand.footer}</Fact>}
            </dl>
          </>
        )}
        {papersShowEarlierBrand ? <p className="text-secondary">{text.earlierBrand}</p> : null}
        {brand === null && !papersShowEarlierBrand ? null : (
          <Button variant="danger" size="sm" onClick={() => setIsOpen(true)}>
            {text.clearBrand}
          </Button>
        )}
      </div>
      {isOpen ? <ClearBrand seller={seller} name={name} onClose={() => setIsOpen(false)} /> : null}
    </Panel>
  )
}
