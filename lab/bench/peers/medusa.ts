/** Starts Medusa on a database of its own, and performs the operations at its store API. */
import { join } from 'node:path'
import { forkServer, stopForkedServer } from '../support/forked-server.ts'
import { pageSize, searchedWord } from './scripts.ts'
import { ask } from './client.ts'
import { environmentOf, installedFolder, medusa } from './installed.ts'
import type { PeerServer } from './operations.ts'
import type { ShopDatabase } from './shop.ts'

interface Shop {
  key: string
  region: string
}

export async function startMedusa(
  { connectionString, poolSize, products }: ShopDatabase,
  mayInstall: boolean,
): Promise<PeerServer> {
  const folder = await installedFolder(medusa, mayInstall)
  const environment = environmentOf(folder)
  const program = join(import.meta.dirname, 'medusa-server.mjs')
  const role = { folder, connectionString, poolSize }
  const furnishing = await forkServer(program, { ...role, kind: 'furnish', products }, { environment })
  const shop = JSON.parse(furnishing.origin) as Shop
  await stopForkedServer(furnishing)
  const server = await forkServer(program, { ...role, kind: 'serve' }, { environment })
  const headers = { 'x-publishable-api-key': shop.key }
  const fields = 'id,title,handle,description,thumbnail,*variants.calculated_price'
  const list = `${server.origin}/store/products?limit=${pageSize}&region_id=${shop.region}&fields=${fields}`
  const listed = (query: string) => async () => {
    const { text } = await ask(list + query, { headers })
    if (!text.includes('calculated_amount')) throw new Error(`Medusa listed no price: ${text.slice(0, 300)}`)
  }
  const { text } = await ask(list, { headers })
  const variants = pricedVariants(text)
  return {
    ...server,
    name: `Medusa ${medusa.version}`,
    operations: {
      list: listed(''),
      search: listed(`&q=${searchedWord}`),
      purchase: (nth) => buy(server.origin, shop, variants[nth % variants.length] ?? '', nth),
    },
  }
}

interface Listed {
  products: { variants: { id: string; calculated_price: { calculated_amount: number } }[] }[]
}

function pricedVariants(text: string): string[] {
  const { products } = JSON.parse(text) as Listed
  const priced = products
    .flatMap(({ variants }) => variants)
    .filter(({ calculated_price: price }) => price.calculated_amount > 0)
  if (priced.length === 0) throw new Error('Medusa lists no product with a price')
  return priced.map(({ id }) => id)
}

/** Buys one product as a guest: cart with person, payment collection, payment session of the built-in provider, order. */
async function buy(origin: string, { key, region }: Shop, variant: string, nth: number): Promise<void> {
  const headers = { 'x-publishable-api-key': key }
  const post = async (path: string, body: object) =>
    (await ask(`${origin}/store/${path}`, { method: 'POST', headers, body })).text
  const begun = await post('carts', {
    region_id: region,
    email: `peer${nth}@bench.test`,
    items: [{ variant_id: variant, quantity: 1 }],
  })
  const { cart } = JSON.parse(begun) as { cart: { id: string } }
  const collected = await post('payment-collections', { cart_id: cart.id })
  const { payment_collection: collection } = JSON.parse(collected) as { payment_collection: { id: string } }
  await post(`payment-collections/${collection.id}/payment-sessions`, { provider_id: 'pp_system_default' })
  const placed = await post(`carts/${cart.id}/complete`, {})
  if (!placed.includes('"type":"order"')) throw new Error(`Medusa placed no order: ${placed.slice(0, 500)}`)
}
