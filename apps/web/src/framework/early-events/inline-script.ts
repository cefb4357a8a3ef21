/**
 * Runs in the head of every document, before anything can be pressed (docs/decisions/first-paint.md). It records presses,
 * submissions and input until React has hydrated the element; replay.ts replays them. The browser handles links, GET forms,
 * `<details>`, checkboxes and selects natively, so these are not recorded. Unlike fields, a text that is edited in place has no
 * `form`, and exists only after its code has loaded. A signed-out person's search is asked for at once, if its form has
 * `data-answer` (marketplace-search.tsx); on a slow connection the answer then arrives with the code.
 */
export const earlyEventsScript = `{
const presses=[],edits=new Map,types=["click","submit","input","change","keydown"];
const label=(part)=>part.getAttribute("aria-label")||part.textContent;
const say=(which,name="")=>{const status=document.getElementById("early-events");if(status)status.textContent=which?status.dataset[which].replace("{name}",name):""};
const unmark=(part)=>{part.removeAttribute("aria-busy");part.removeAttribute("data-early")};
const clear=()=>{presses.splice(0).forEach(({element})=>unmark(element));say()};
const isFree=()=>!presses.length||early.isStuck;
const hold=(event)=>{event.preventDefault();event.stopImmediatePropagation()};
const add=(element,key)=>{
const isSubmit=element.tagName==="FORM"||element.type==="submit";
if(!key&&presses.some((press,at)=>press.element===element&&(isSubmit||at===presses.length-1)))return;
const alike=[...document.getElementsByTagName(element.tagName)].filter((other)=>label(other)===label(element));
presses.push({element,key,name:label(element).trim(),path:location.pathname,place:alike.indexOf(element)});
element.setAttribute("aria-busy","true");element.setAttribute("data-early","");say("waiting");early.work?.()
};
const press=(event)=>{
if(event.button||event.ctrlKey||event.metaKey||event.shiftKey||event.altKey)return;
const part=event.target.closest("button,a[href]");
if(!part||isFree()&&early.isTaken?.(part))return;
if(part.tagName==="A"){if(isFree()||part.target||part.download||part.dataset.early===""||part.getAttribute("href")[0]==="#")return}
else if(part.form&&part.type==="submit"&&part.form.method!=="post")return;
hold(event);add(part)
};
const on=(event)=>{
const{type,target}=event;
if(early.isReplaying||!target.closest)return;
if(type==="click")press(event);
else if(type==="submit"){if(target.method==="post"&&(!isFree()||!early.isTaken?.(target))){hold(event);add(target)}}
else if(type==="keydown"){if(target.getAttribute("role")==="tab"&&/^(?:Arrow|Home|End)/.test(event.key)&&(!isFree()||!early.isTaken?.(target))){hold(event);add(target,event.key)}}
else if(target.form!==undefined&&(edits.has(target)||!early.isTaken?.(target))){keep(target);ask(target);event.stopImmediatePropagation();early.work?.()}
};
const keep=(field)=>edits.set(field,{value:field.value,checked:field.checked,path:location.pathname});
const ask=({type,value,form})=>{
const to=form?.dataset.answer;
if(type!=="search"||!to||"returning"in document.documentElement.dataset)return;
clearTimeout(early.pause);
const path=to+new URLSearchParams([["",value.trim()]]);
if(value.trim()&&early.asked?.path!==path)early.pause=setTimeout(()=>early.asked={path,answer:fetch(path).catch(()=>{})},250)
};
const read=()=>{for(const field of document.querySelectorAll("#root input,#root textarea"))if(/^(?:checkbox|radio)$/.test(field.type)?field.checked!==field.defaultChecked:field.value!==field.defaultValue)keep(field)};
const restore=()=>{for(const[field,{value,checked}]of edits){field.checked=checked;if(field.type!=="file"&&field.value!==value)field.value=value}};
const stop=()=>{for(const type of types)removeEventListener(type,on,true);clear()};
const early=window.apogeeEarly={presses,edits,isReplaying:false,isStuck:false,read,restore,label,say,unmark,stop,fail(){stop();say("failed")}};
for(const type of types)addEventListener(type,on,true);
addEventListener("pagehide",clear)
}`.replaceAll('\n', '')
