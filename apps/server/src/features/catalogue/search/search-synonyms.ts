import type { CourseCategory } from '@apogee/contracts/course-choices.ts'

export interface Meaning {
  /**
   * Contains words in English and Malay with the same meaning, in lower case without accents. A search for one of them also finds
   * the others. Words of up to three letters match as whole words only.
   */
  words: readonly string[]
  /** A search for one of the words also finds all courses of this category. */
  category?: CourseCategory
}

const same = (...words: string[]): Meaning => ({ words })
const inCategory = (category: CourseCategory, ...words: string[]): Meaning => ({ words, category })

export const meanings: readonly Meaning[] = [
  inCategory('Programming', 'programming', 'pengaturcaraan', 'coding', 'pengekodan', 'code', 'kod'),
  inCategory('Programming', 'programmer', 'developer', 'pengatur cara', 'pembangun'),
  inCategory('Programming', 'software development', 'pembangunan perisian'),
  inCategory('Programming', 'web development', 'pembangunan web', 'web developer', 'backend', 'frontend'),
  inCategory('Design', 'design', 'reka bentuk', 'rekabentuk'),
  inCategory('Design', 'web design', 'reka bentuk web'),
  inCategory('Design', 'graphic design', 'reka bentuk grafik', 'graphics', 'grafik'),
  inCategory('Business', 'business', 'perniagaan', 'bisnes', 'niaga', 'berniaga'),
  inCategory(
    'Business',
    'entrepreneurship',
    'keusahawanan',
    'entrepreneur',
    'usahawan',
    'startup',
    'start a business',
  ),
  inCategory('Business', 'mula bisnes', 'mula perniagaan', 'mulakan perniagaan'),
  inCategory('Marketing', 'marketing', 'pemasaran', 'digital marketing', 'pemasaran digital'),
  inCategory('Marketing', 'social media', 'media sosial', 'facebook', 'instagram', 'tiktok'),
  inCategory('Marketing', 'seo', 'search engine optimization', 'search engine optimisation'),
  inCategory('AI & ML', 'artificial intelligence', 'ai', 'kecerdasan buatan'),
  inCategory('AI & ML', 'machine learning', 'ml', 'pembelajaran mesin'),
  inCategory(
    'AI & ML',
    'deep learning',
    'neural network',
    'neural networks',
    'rangkaian neural',
    'pembelajaran mendalam',
  ),
  inCategory('Data Science', 'data science', 'sains data', 'data scientist', 'saintis data'),
  inCategory(
    'Data Science',
    'data analysis',
    'analisis data',
    'data analytics',
    'data analyst',
    'penganalisis data',
  ),
  inCategory('Data Science', 'data'),
  same('language model', 'llm', 'chatgpt', 'gpt', 'model bahasa', 'prompt', 'prompts', 'prompt engineering'),
  same('database', 'pangkalan data', 'sql', 'postgres', 'mysql'),
  same('software', 'perisian'),
  same('git', 'github', 'version control', 'kawalan versi'),
  same('network', 'rangkaian'),
  same('cybersecurity', 'keselamatan siber', 'cyber security'),
  same('interface', 'ui', 'ux', 'user interface', 'user experience', 'antara muka', 'figma'),
  same('website', 'laman web'),
  same('accessibility', 'accessible', 'a11y', 'wcag', 'kebolehcapaian'),
  same('colour', 'color', 'warna'),
  same('photography', 'fotografi'),
  same('bookkeeping', 'simpan kira'),
  same('accounting', 'perakaunan', 'accounts', 'akaun', 'accountant', 'akauntan'),
  same('finance', 'kewangan'),
  same('cash flow', 'cashflow', 'aliran tunai'),
  same('tax', 'cukai'),
  same('invoice', 'invois'),
  same('e-invoice', 'e-invois', 'einvoice', 'einvois'),
  same('pricing', 'price', 'harga'),
  same('contract', 'kontrak', 'agreement', 'perjanjian'),
  same('law', 'legal', 'undang-undang'),
  same('sales', 'jualan', 'selling'),
  same('customer', 'pelanggan'),
  same('leadership', 'kepimpinan'),
  same('management', 'pengurusan'),
  same('communication', 'komunikasi'),
  same('writing', 'penulisan'),
  same('advertising', 'ads', 'advertisement', 'copywriting', 'iklan', 'pengiklanan'),
  same('email', 'e-mail', 'emel', 'e-mel', 'newsletter', 'surat berita'),
  same('language', 'bahasa'),
  same('mathematics', 'matematik', 'maths', 'math'),
  same('statistics', 'statistik', 'stats', 'statistic'),
  same('forecasting', 'forecast', 'ramalan'),
  same('spreadsheet', 'hamparan', 'excel', 'google sheets'),
  same('pivot table', 'jadual pangsi', 'pivot tables'),
  same('chart', 'carta'),
  same('report', 'laporan'),
]
