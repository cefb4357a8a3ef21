/**
 * Builds the page that the service worker shows when a document cannot be fetched. It is cached once, so it contains every language
 * and both themes, and selects one when it is shown. Its font is the only file that it needs.
 */
import { defaultLanguage, languageParameter, languages, type Language } from '@apogee/domain/languages.ts'
import { serverTexts } from '#server/texts/index.ts'
import { themeScript } from './document.ts'
import type { PageStyles } from './page-styles.ts'

/**
 * This script lists each stored quiz that is under way, with the minutes that are left if it has a time limit. kept-attempt.ts
 * stores these quizzes.
 */
const quizScript = `self.caches?.keys().then(async(names)=>{for(const name of names)if(name.startsWith("apogee-kept-")&&name.includes("-attempt-")){const kept=await(await(await caches.open(name)).match("/kept/attempt"))?.json();if(!kept||Date.now()-kept.checkedAt>=2592e6)continue;for(const line of document.querySelectorAll("[data-quiz]")){const shown=line.cloneNode(true),link=shown.querySelector("a");shown.removeAttribute("data-quiz");link.href="/assessment/"+kept.attempt.assessmentId;link.textContent=kept.assessment.title;line.after(shown);const show=()=>{const end=kept.attempt.deadline,minutes=end===null?null:Math.ceil((Date.parse(end)-Date.now())/6e4);shown.hidden=minutes!==null&&minutes<1;shown.querySelector("span").textContent=minutes===null?"":minutes===1?line.dataset.one:line.dataset.more.replace("#",minutes)};show();setInterval(show,5e3)}}});`

/**
 * This script applies the chosen language, and links to the stored courses and quizzes. When the connection returns, it reloads the
 * requested page, unless a link was pressed, because the reload would replace that navigation.
 */
export const offlineScript = `{const root=document.documentElement,chosen=document.cookie.split("; ");const parts=[...document.querySelectorAll("main")],wanted=parts.find((part)=>chosen.includes("${languageParameter}="+part.lang));if(wanted){root.lang=wanted.lang;for(const part of parts)part.hidden=part!==wanted;document.title=wanted.querySelector("h1").textContent+" \\u00b7 Apogee"}if(location.pathname==="/offline")for(const link of document.querySelectorAll("a"))link.href="/";self.caches?.keys().then(async(names)=>{const kept=[];for(const name of names)if(name.startsWith("apogee-kept-")){const facts=await(await(await caches.open(name)).match("/kept/facts"))?.json();if(facts&&Date.now()-facts.checkedAt<2592e6)kept.push(facts)}kept.sort((one,other)=>other.checkedAt-one.checkedAt);if(kept.length)for(const line of document.querySelectorAll("[data-kept]")){line.hidden=false;const[first]=line.querySelectorAll("a");first.replaceWith(...kept.flatMap((facts,place)=>{const link=first.cloneNode();link.href="/course/"+facts.courseId;link.textContent=facts.title;return place?[", ",link]:[link]}))}});${quizScript}let isLeft=false;addEventListener("click",({target})=>{isLeft||=target.closest("a")!==null});addEventListener("online",()=>isLeft||location.pathname==="/offline"||location.reload())}`

function part(language: Language): string {
  const { title, reason, keptTitle, kept, keptQuiz, minuteLeft, minutesLeft, keptCourses, tryAgain } =
    serverTexts(language).pages.offline
  return [
    `<main class="ap-wrap ap-section" data-width="narrow" lang="${language}"${language === defaultLanguage ? '' : ' hidden'}>`,
    '<div class="ap-state" data-page>',
    '<svg class="ap-state-art" viewBox="0 0 160 90" aria-hidden="true"><path d="M14 58A66 30 -12 0 1 88 15M116 16A66 30 -12 0 1 40 76"/><circle cx="54" cy="50" r="9"/><path d="m96 10 12 10M108 10 96 20"/></svg>',
    `<h1 class="ap-state-title">${title}</h1><p class="ap-state-text">${reason}</p>`,
    `<div class="ap-state-action"><a class="ap-button" data-variant="primary" href="">${tryAgain}</a></div></div>`,
    `<h2 class="ap-h4">${keptTitle}</h2><ul class="shell-offline-list">${kept.map((line) => `<li>${line}</li>`).join('')}<li data-quiz data-one="${minuteLeft}" data-more="${minutesLeft('#')}" hidden>${keptQuiz} <a class="ap-link" href="/learning"></a>, <span></span></li><li data-kept hidden>${keptCourses} <a class="ap-link" href="/learning"></a></li></ul>`,
    '</main>',
  ].join('')
}

/** Returns the document and its inline style sheet, whose hash the policy needs. */
export function offlineDocument(styles: PageStyles): { html: string; css: string } {
  const body = languages.map(part).join('')
  const { css } = styles.ofMarkup(body)
  const html = [
    `<!doctype html><html lang="${defaultLanguage}" data-theme="space"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${serverTexts(defaultLanguage).pages.offline.title} · Apogee</title><meta name="robots" content="noindex">`,
    styles.fontUrl
      ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${styles.fontUrl}">`
      : '',
    `<script>${themeScript}</script>`,
    css ? `<style>${css}</style>` : '',
    `</head><body>${body}<script>${offlineScript}</script></body></html>`,
  ].join('')
  return { html, css }
}
