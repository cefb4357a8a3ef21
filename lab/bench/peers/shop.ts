/** Describes a product that a shop of another maker sells. */
export interface Product {
  id: number
  name: string
  description: string
  priceCents: number
}

export interface ShopDatabase {
  connectionString: string
  poolSize: number
  products: Product[]
}

/** Returns the parts of an address of the project's PostgreSQL, which listens on a socket in a folder. */
export function partsOf(connectionString: string): {
  host: string
  username: string
  database: string
} {
  const { hostname, username, pathname } = new URL(connectionString)
  return { host: decodeURIComponent(hostname), username, database: pathname.slice(1) }
}
