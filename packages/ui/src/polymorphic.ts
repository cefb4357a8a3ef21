import type { ComponentPropsWithRef, ElementType } from 'react'

/** Props of a part that may be drawn as another element: `as={Link} to="/cart"`. */
export type PolymorphicProps<Element extends ElementType, Own> = Own & { as?: Element } & Omit<
    ComponentPropsWithRef<Element>,
    keyof Own | 'as'
  >
