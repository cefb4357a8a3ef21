/**
 * Runs Medusa from the folder into which it was installed, chosen over IPC. As `furnish`, it creates the tables and the products and
 * answers what a storefront must know, as JSON; as `serve`, it sends its origin back.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'

process.once('message', async ({ kind, folder, connectionString, poolSize, products }) => {
  process.chdir(folder)
  const required = createRequire(join(folder, 'package.json'))
  await writeFile(join(folder, 'medusa-config.js'), configText(connectionString, poolSize))
  const answer =
    kind === 'furnish'
      ? JSON.stringify(await furnish(required, folder, products))
      : await serve(required, folder)
  process.send(answer)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send(user + system)
  })
})
process.once('disconnect', () => process.exit(0))

/** Everything that may run in Redis runs in memory, which is Medusa's default. */
const configText = (databaseUrl, poolSize) =>
  `module.exports = require('@medusajs/framework/utils').defineConfig(${JSON.stringify({
    admin: { disable: true },
    projectConfig: {
      databaseUrl,
      databaseDriverOptions: { connection: { ssl: false }, pool: { min: 1, max: poolSize } },
      http: {
        storeCors: '*',
        adminCors: '*',
        authCors: '*',
        jwtSecret: 'of measurements',
        cookieSecret: 'of measurements',
      },
    },
  })})`

async function serve(required, directory) {
  const app = required('express')()
  const load = required('@medusajs/medusa/loaders/index').default
  await load({ directory, expressApp: app })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
}

async function furnish(required, directory, products) {
  const cli = join(directory, 'node_modules/.bin/medusa')
  await promisify(execFile)(process.execPath, [cli, 'db:migrate'], {
    cwd: directory,
    maxBuffer: 64 * 1024 * 1024,
  })
  const app = required('express')()
  const load = required('@medusajs/medusa/loaders/index').default
  const { container } = await load({ directory, expressApp: app, skipLoadingEntryPoints: true })
  const flows = required('@medusajs/medusa/core-flows')
  const run = async (name, input) => (await flows[name](container).run({ input })).result
  const [channel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Shop' }] })
  const [region] = await run('createRegionsWorkflow', {
    regions: [
      { name: 'Malaysia', currency_code: 'myr', countries: ['my'], payment_providers: ['pp_system_default'] },
    ],
  })
  const [key] = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  })
  await run('linkSalesChannelsToApiKeyWorkflow', { id: key.id, add: [channel.id] })
  await createProducts(run, products, channel.id)
  return { key: key.token, region: region.id }
}

const batch = 100

/** A product without a shipping profile needs no delivery. */
async function createProducts(run, products, channelId) {
  for (let first = 0; first < products.length; first += batch)
    await run('createProductsWorkflow', {
      products: products.slice(first, first + batch).map(({ id, name, description, priceCents }) => ({
        title: name,
        handle: `product-${id}`,
        description,
        status: 'published',
        options: [{ title: 'Kind', values: ['Course'] }],
        variants: [
          {
            title: 'Course',
            sku: `sku-${id}`,
            manage_inventory: false,
            options: { Kind: 'Course' },
            prices: [{ amount: priceCents / 100, currency_code: 'myr' }],
          },
        ],
        sales_channels: [{ id: channelId }],
      })),
    })
}
