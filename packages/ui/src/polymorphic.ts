import type { ComponentPropsWithRef, ElementType } from 'react'

/** The component may be rendered as another element: `as={Link} to="/cart"`. */
export type PolymorphicProps<Element extends ElementType, Own> = Own & { as?: Element } & Omit<
    ComponentPropsWithRef<Element>,
    keyof Own | 'as'
  >
