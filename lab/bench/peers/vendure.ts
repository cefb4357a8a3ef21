/** Starts Vendure on a database of its own, and performs the operations at its shop API. */
import { join } from 'node:path'
import { forkServer, stopForkedServer } from '../support/forked-server.ts'
import { pageSize, searchedWord } from './scripts.ts'
import { ask } from './client.ts'
import type { PeerServer } from './operations.ts'
import { partsOf, type ShopDatabase } from './shop.ts'
import { environmentOf, installedFolder, vendure } from './installed.ts'

export async function startVendure(
  { connectionString, poolSize, products }: ShopDatabase,
  mayInstall: boolean,
): Promise<PeerServer> {
  const folder = await installedFolder(vendure, mayInstall)
  const environment = environmentOf(folder)
  const program = join(import.meta.dirname, 'vendure-server.mjs')
  const role = { folder, database: partsOf(connectionString), poolSize }
  const furnishing = await forkServer(program, { ...role, kind: 'furnish', products }, { environment })
  await stopForkedServer(furnishing)
  const server = await forkServer(program, { ...role, kind: 'serve' }, { environment })
  const url = `${server.origin}/shop-api`
  const variants = await pricedVariants(url)
  const list = `query List($input: SearchInput!) { search(input: $input) {
    totalItems items { productId productName slug description currencyCode
      priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } } productAsset { preview } } } }`
  const searched = (input: object) => async () => {
    const { text } = await call(url, list, { input: { take: pageSize, groupByProduct: true, ...input } })
    if (!text.includes('"productId"')) throw new Error(`Vendure listed no product: ${text.slice(0, 300)}`)
  }
  return {
    ...server,
    name: `Vendure ${vendure.version}`,
    operations: {
      list: searched({}),
      search: searched({ term: searchedWord }),
      purchase: (nth) => buy(url, variants[nth % variants.length] ?? '', nth),
    },
  }
}

const asked = {
  add: `mutation Add($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) {
    __typename ... on Order { id code totalWithTax } ... on ErrorResult { message } } }`,
  customer: `mutation Customer($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) {
    __typename ... on Order { id } ... on ErrorResult { message } } }`,
  arrange: `mutation { transitionOrderToState(state: "ArrangingPayment") {
    __typename ... on Order { id state } ... on ErrorResult { message } } }`,
  pay: `mutation { addPaymentToOrder(input: { method: "paid-at-once", metadata: {} }) {
    __typename ... on Order { id code state totalWithTax } ... on ErrorResult { message } } }`,
}

/** Buys one product as a guest: cart, person, payment. The dummy handler settles the payment immediately. */
async function buy(url: string, variant: string, nth: number): Promise<void> {
  const begun = await call(url, asked.add, { id: variant })
  const headers = { authorization: `Bearer ${String(begun.headers['vendure-auth-token'])}` }
  const input = { emailAddress: `peer${nth}@bench.test`, firstName: 'Peer', lastName: String(nth) }
  await call(url, asked.customer, { input }, headers)
  await call(url, asked.arrange, {}, headers)
  const { text } = await call(url, asked.pay, {}, headers)
  if (!text.includes('"PaymentSettled"')) throw new Error(`Vendure's order was not paid: ${text}`)
}

async function pricedVariants(url: string): Promise<string[]> {
  const { text } = await call(url, `{ products(options: { take: 50 }) { items { variants { id price } } } }`)
  const { data } = JSON.parse(text) as {
    data: { products: { items: { variants: { id: string; price: number }[] }[] } }
  }
  return data.products.items.flatMap(({ variants }) =>
    variants.filter(({ price }) => price > 0).map(({ id }) => id),
  )
}

/** Makes a call. @throws for an answer with errors, which GraphQL sends with status 200. */
async function call(
  url: string,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
) {
  const answer = await ask(url, { method: 'POST', headers, body: { query, variables } })
  if (/"errors":|"message":/.test(answer.text))
    throw new Error(`Vendure refused: ${answer.text.slice(0, 500)}`)
  return answer
}
