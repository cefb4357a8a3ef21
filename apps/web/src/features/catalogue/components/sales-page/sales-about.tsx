import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { restOf } from '../../lead.ts'
import { salesMessages } from '../../messages/sales.en.ts'
import type { ShownSales } from '../../shown-sales.ts'
import './sales.css'

export function About({
  sales,
  formed,
}: {
  sales: ShownSales
  /** `formed` renders a formatted description, whose code loads later. */
  formed: ReactNode
}) {
  const text = useText(salesMessages)
  return (
    <>
      {sales.formedDescription ? formed : <p className="ap-prose">{restOf(sales)}</p>}
      <Points title={text.requirements} points={sales.requirements} />
      <Points title={text.audience} points={sales.audience} />
    </>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <section className="sales-points">
      <h2 className="ap-h4">{title}</h2>
      <ul>
        {points.map((point, place) => (
          <li key={place}>{point}</li>
        ))}
      </ul>
    </section>
  )
}

export function Outcomes({ sales: { outcomes } }: { sales: SalesInfo }) {
  const text = useText(salesMessages)
  if (outcomes.length === 0) return null
  return (
    <section className="sales-outcomes">
      <h2 className="ap-h2">{text.outcomes}</h2>
      <ul>
        {outcomes.map((outcome, place) => (
          <li key={place}>
            <Icon name="check" /> <span>{outcome}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
