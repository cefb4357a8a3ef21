import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import type { MoneyBack } from '@apogee/contracts/pricing/money-back.ts'
import { sql } from 'kysely'
import { matchesPattern } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface NewBusiness {
  name: string
  email: string
  phone: string
  address: string
  /** The default is the current time. */
  createdAt?: Date
}

export async function insertBusiness(tx: Db, business: NewBusiness): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO businesses (name, email, phone, address, created_at)
    VALUES (${business.name}, ${business.email}, ${business.phone}, ${business.address},
            coalesce(${business.createdAt ?? null}::timestamptz, now()))
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function businessName(db: Db, id: number): Promise<string | undefined> {
  const found = await sql<{ name: string }>`SELECT name FROM businesses WHERE id = ${id}`.execute(db)
  return found.rows[0]?.name
}

export interface BusinessProfileRow {
  name: string
  email: string
  phone: string
  address: string
  description: string
  website: string
  /** An empty string means that the business has no logo. */
  logo: string
  showsContact: boolean
  version: number
}

export async function profileOfBusiness(db: Db, id: number): Promise<BusinessProfileRow | undefined> {
  const found = await sql<BusinessProfileRow>`
    SELECT name, email::text AS email, phone, address, description, website, coalesce(logo_url, '') AS logo,
           shows_contact AS "showsContact", ${versionOf('business', 'businesses.id')} AS version
      FROM businesses WHERE id = ${id}`.execute(db)
  return found.rows[0]
}

export async function saveProfile(
  tx: Tx,
  id: number,
  to: Omit<BusinessProfileRow, 'version'>,
): Promise<void> {
  await sql`
    UPDATE businesses SET name = ${to.name}, email = ${to.email}, phone = ${to.phone}, address = ${to.address},
           description = ${to.description}, website = ${to.website}, logo_url = ${to.logo === '' ? null : to.logo},
           shows_contact = ${to.showsContact}
     WHERE id = ${id}`.execute(tx)
}

export type SellerOwner = { business: number } | { person: number } | { platform: true }

/** Returns the owner's seller. It is created on first use, and waits for approval if `approvedAt` is null. */
export async function ensureSeller(
  tx: Db,
  owner: SellerOwner,
  { approvedAt }: { approvedAt: Date | null },
): Promise<number> {
  if ('platform' in owner) {
    return onlyRow(await sql<{ id: number }>`SELECT id FROM sellers WHERE is_platform`.execute(tx)).id
  }
  const businessId = 'business' in owner ? owner.business : null
  const userId = 'person' in owner ? owner.person : null
  await sql`
    INSERT INTO sellers (business_id, user_id, selling_state, approved_at)
    VALUES (${businessId}, ${userId}, ${approvedAt ? 'approved' : 'applied'}, ${approvedAt}::timestamptz)
    ON CONFLICT DO NOTHING`.execute(tx)
  const found = await sql<{ id: number }>`
    SELECT id FROM sellers WHERE business_id IS NOT DISTINCT FROM ${businessId}
       AND user_id IS NOT DISTINCT FROM ${userId} AND NOT is_platform`.execute(tx)
  return onlyRow(found).id
}

export interface SellingStateRow {
  state: SellingState
  dailyLimitCents: number | null
  isPlatform: boolean
}

export async function lockSellingState(tx: Tx, id: number): Promise<SellingStateRow | undefined> {
  const found = await sql<SellingStateRow>`
    SELECT selling_state AS state, daily_limit_cents AS "dailyLimitCents", is_platform AS "isPlatform"
      FROM sellers WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return found.rows[0]
}

/** Stores the new state. The first state other than 'suspended' also sets the time of approval. */
export async function setSellingState(
  tx: Tx,
  id: number,
  {
    state,
    dailyLimitCents,
    at,
    by,
  }: { state: SellingState; dailyLimitCents: number | null; at: Date; by: number },
): Promise<void> {
  const isFirst = sql`approved_at IS NULL AND ${state !== 'suspended'}::boolean`
  await sql`
    UPDATE sellers SET selling_state = ${state}, daily_limit_cents = ${dailyLimitCents}::integer,
           approved_at = CASE WHEN ${isFirst} THEN ${at}::timestamptz ELSE approved_at END,
           approved_by = CASE WHEN ${isFirst} THEN ${by}::bigint ELSE approved_by END
     WHERE id = ${id}`.execute(tx)
}

/**
 * Returns the daily limits in sen by seller. Sellers without a limit are left out. The rows stay locked until the transaction ends,
 * so that purchases from a limited seller run one after the other.
 */
export async function lockDailyLimits(
  tx: Tx,
  sellerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ id: number; cents: number }>`
    SELECT id, daily_limit_cents AS cents FROM sellers
     WHERE id = ANY(${[...new Set(sellerIds)]}::bigint[]) AND selling_state = 'limited'
     ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return new Map(found.rows.map(({ id, cents }) => [id, cents]))
}

/** Returns the business or the person behind a seller. The platform has neither. */
export async function ownerOfSeller(
  db: Db,
  id: number,
): Promise<{ businessId: number | null; subjectId: number | null }> {
  const found = await sql<{ businessId: number | null; subjectId: number | null }>`
    SELECT business_id AS "businessId", user_id AS "subjectId" FROM sellers WHERE id = ${id}`.execute(db)
  return found.rows[0] ?? { businessId: null, subjectId: null }
}

export interface PaymentAccountRow {
  id: number
  sellerId: number
  version: number
  brandId: string
  secretEncrypted: Buffer
  isVerified: boolean
  isLive: boolean
}

const accountColumns = sql`
  a.id, a.seller_id AS "sellerId", a.version, a.brand_id AS "brandId", a.secret_encrypted AS "secretEncrypted",
  a.is_verified AS "isVerified", a.is_live AS "isLive"`

/** Returns the live account of this seller, else the platform's. Null means that neither has one. */
export async function payeeAccount(db: Db, sellerId: number | null): Promise<number | null> {
  const found = await sql<{ id: number }>`
    SELECT a.id FROM payment_accounts a JOIN sellers s ON s.id = a.seller_id
     WHERE a.is_live AND (s.id = ${sellerId} OR s.is_platform) ORDER BY s.is_platform LIMIT 1`.execute(db)
  return found.rows[0]?.id ?? null
}

export async function paymentAccount(db: Db, id: number): Promise<PaymentAccountRow | undefined> {
  const found = await sql<PaymentAccountRow>`
    SELECT ${accountColumns} FROM payment_accounts a WHERE a.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Returns the next 200 accounts of all sellers, ordered by id. */
export async function paymentAccountsAfter(db: Db, id: number): Promise<PaymentAccountRow[]> {
  const { rows } = await sql<PaymentAccountRow>`
    SELECT ${accountColumns} FROM payment_accounts a WHERE a.id > ${id} ORDER BY a.id LIMIT 200`.execute(db)
  return rows
}

/** Does nothing when the stored secret has changed meanwhile. */
export async function replaceAccountSecret(
  db: Db,
  { id, secretEncrypted }: PaymentAccountRow,
  { resealed, fingerprint }: { resealed: Buffer; fingerprint: Buffer },
): Promise<void> {
  await sql`
    UPDATE payment_accounts SET secret_encrypted = ${resealed}, fingerprint = ${fingerprint}
     WHERE id = ${id} AND secret_encrypted = ${secretEncrypted}`.execute(db)
}

export interface StoredAccount {
  brandId: string
  secretEndsWith: string
  savedAt: Date
  verifiedAt: Date | null
}

/** Returns the account in use, and credentials that were entered later and are not verified yet. */
export async function visibleAccounts(
  db: Db,
  owner: SellerOwner,
): Promise<{ live: StoredAccount | undefined; waiting: StoredAccount | undefined }> {
  const seller =
    'platform' in owner
      ? sql`s.is_platform`
      : 'business' in owner
        ? sql`s.business_id = ${owner.business}`
        : sql`s.user_id = ${owner.person}`
  const { rows } = await sql<StoredAccount & { isLive: boolean }>`
    SELECT a.brand_id AS "brandId", a.secret_ends_with AS "secretEndsWith", a.created_at AS "savedAt",
           a.verified_at AS "verifiedAt", a.is_live AS "isLive"
      FROM payment_accounts a JOIN sellers s ON s.id = a.seller_id
     WHERE ${seller} AND (a.is_live OR NOT a.is_verified) ORDER BY a.version DESC`.execute(db)
  const live = rows.find(({ isLive }) => isLive)
  const waiting = rows.find(({ isLive, savedAt }) => !isLive && savedAt > (live?.verifiedAt ?? new Date(0)))
  return { live, waiting }
}

/**
 * Returns the account with the same credentials. `fingerprints` contains a fingerprint for each accepted secret of the server,
 * because the stored one may be older than the present secret.
 */
export async function accountByFingerprint(
  db: Db,
  sellerId: number,
  fingerprints: readonly Buffer[],
): Promise<PaymentAccountRow | undefined> {
  const found = await sql<PaymentAccountRow>`
    SELECT ${accountColumns} FROM payment_accounts a
     WHERE a.seller_id = ${sellerId} AND a.fingerprint = ANY(${[...fingerprints]}::bytea[]) ORDER BY a.version DESC LIMIT 1`.execute(
    db,
  )
  return found.rows[0]
}

export interface NewPaymentAccount {
  sellerId: number
  brandId: string
  secretEncrypted: Buffer
  secretEndsWith: string
  fingerprint: Buffer
  isVerified: boolean
}

/**
 * Adds credentials as a new version. If they are verified, they become the seller's live account. The seller is locked against
 * concurrent changes.
 */
export async function insertPaymentAccount(tx: Tx, account: NewPaymentAccount): Promise<number> {
  await sql`SELECT 1 FROM sellers WHERE id = ${account.sellerId} FOR UPDATE`.execute(tx)
  if (account.isVerified) {
    await sql`UPDATE payment_accounts SET is_live = false WHERE seller_id = ${account.sellerId} AND is_live`.execute(
      tx,
    )
  }
  const inserted = await sql<{ id: number }>`
    INSERT INTO payment_accounts (seller_id, version, brand_id, secret_encrypted, secret_ends_with, fingerprint, is_verified,
                                  is_live, verified_at)
    SELECT ${account.sellerId}, coalesce(max(version), 0) + 1, ${account.brandId}, ${account.secretEncrypted},
           ${account.secretEndsWith}, ${account.fingerprint}, ${account.isVerified}, ${account.isVerified},
           CASE WHEN ${account.isVerified} THEN now() END
      FROM payment_accounts WHERE seller_id = ${account.sellerId}
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function makeLive(tx: Tx, sellerId: number, accountId: number): Promise<void> {
  await sql`SELECT 1 FROM sellers WHERE id = ${sellerId} FOR UPDATE`.execute(tx)
  await sql`UPDATE payment_accounts SET is_live = false WHERE seller_id = ${sellerId} AND is_live AND id <> ${accountId}`.execute(
    tx,
  )
  await sql`UPDATE payment_accounts SET is_live = true, is_verified = true, verified_at = now() WHERE id = ${accountId}`.execute(
    tx,
  )
}

export interface RatesRow {
  taxBasisPoints: number
  feeBasisPoints: number
  version: number
}

export async function ratesOfSeller(db: Db, id: number): Promise<RatesRow | undefined> {
  const found = await sql<RatesRow>`
    SELECT tax_basis_points AS "taxBasisPoints", fee_basis_points AS "feeBasisPoints",
           ${versionOf('tax-rate', 'sellers.id')} AS version
      FROM sellers WHERE id = ${id}`.execute(db)
  return found.rows[0]
}

/** Absent fields stay unchanged; placed orders keep their rates. */
export async function setRates(db: Db, id: number, rates: Partial<Omit<RatesRow, 'version'>>): Promise<void> {
  await sql`
    UPDATE sellers SET tax_basis_points = coalesce(${rates.taxBasisPoints ?? null}::integer, tax_basis_points),
                       fee_basis_points = coalesce(${rates.feeBasisPoints ?? null}::integer, fee_basis_points)
     WHERE id = ${id}`.execute(db)
}

export interface MoneyBackRow extends MoneyBack {
  chosenAt: Date | null
  version: number
}

export async function moneyBackOfSeller(db: Db, id: number): Promise<MoneyBackRow | undefined> {
  const found = await sql<MoneyBackRow>`
    SELECT money_back_days AS days, money_back_percent AS percent, money_back_chosen_at AS "chosenAt",
           ${versionOf('money-back', 'sellers.id')} AS version
      FROM sellers WHERE id = ${id}`.execute(db)
  return found.rows[0]
}

/** Absent fields stay unchanged; placed orders keep their promise. */
export async function setMoneyBack(
  db: Db,
  id: number,
  promise: { days?: number | undefined; percent?: number | undefined },
): Promise<void> {
  await sql`
    UPDATE sellers SET money_back_days = coalesce(${promise.days ?? null}::integer, money_back_days),
                       money_back_percent = coalesce(${promise.percent ?? null}::integer, money_back_percent),
                       money_back_chosen_at = now()
     WHERE id = ${id}`.execute(db)
}

export interface SellerRow extends RatesRow {
  id: number
  name: string | null
  kind: 'platform' | 'business' | 'person'
  state: SellingState
  /** The seller's state last changed at this time. Without a change, this is the time of the approval. */
  stateSince: Date | null
}

const sellerName = sql`coalesce(b.name, u.name)`
const sellers = sql`
  FROM sellers s LEFT JOIN businesses b ON b.id = s.business_id LEFT JOIN user_cards u ON u.id = s.user_id`
const sellerColumns = sql`
  s.id, ${sellerName} AS name, s.tax_basis_points AS "taxBasisPoints", s.fee_basis_points AS "feeBasisPoints",
  ${versionOf('fee-rate', 's.id')} AS version, s.selling_state AS state,
  coalesce((SELECT max(k.changed_at) FROM seller_state_changes k WHERE k.seller_id = s.id), s.approved_at) AS "stateSince",
  CASE WHEN s.is_platform THEN 'platform' WHEN s.business_id IS NOT NULL THEN 'business' ELSE 'person' END AS kind`

export async function pageOfSellers(
  db: Db,
  { pattern, state }: { pattern: string | null; state: SellingState | null },
  page: PageRequest,
): Promise<{ rows: SellerRow[]; total: number }> {
  const inState = state === null ? sql`true` : sql`s.selling_state = ${state} AND NOT s.is_platform`
  const fits = sql`(${pattern}::text IS NULL OR ${matchesPattern(sellerName, pattern)}) AND ${inState}`
  const counted = await sql<{
    total: number
  }>`SELECT count(*) AS total FROM (SELECT ${sellers} WHERE ${fits} ${countLimit}) counted`.execute(db)
  const found = await sql<SellerRow>`
    SELECT ${sellerColumns} ${sellers} WHERE ${fits} AND ${newestPage('s.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function sellerById(db: Db, id: number): Promise<SellerRow | undefined> {
  const found = await sql<SellerRow>`SELECT ${sellerColumns} ${sellers} WHERE s.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Removes the logo of a seller that is a business. */
export async function removeLogo(tx: Tx, sellerId: number): Promise<void> {
  await sql`
    UPDATE businesses b SET logo_url = NULL FROM sellers s WHERE s.id = ${sellerId} AND b.id = s.business_id`.execute(
    tx,
  )
}
