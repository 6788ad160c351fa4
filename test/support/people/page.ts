// A page as a person finds their way in it: headings, buttons, fields and rows by the names that are read out, not by its markup.
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

type Nodes = ReturnType<typeof parseDocument>['children'];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A whole name as it is read out, or a pattern of it. */
type Name = string | RegExp;

/** A page. Whatever is not on it is undefined; of several of one name it is the first. */
export function pageOf(html: string) {
    const { children } = parseDocument(html);
    return new Part(children, children);
}

class Part {
    readonly #nodes: Nodes;
    readonly #page: Nodes;

    constructor(nodes: Nodes, page: Nodes) {
        this.#nodes = nodes;
        this.#page = page;
    }

    /** All that is read out. */
    get text() {
        return read(this.#nodes);
    }

    get language() {
        return DomUtils.findOne(({ name }) => name === 'html', this.#page)?.attribs['lang'];
    }

    heading() {
        return this.headings()[0];
    }

    headings() {
        return this.#all(...headings).map(({ children }) => read(children));
    }

    /** A section, group, dialog, form or item, by its heading, legend, summary or label. Without it nothing is found in it. */
    part(name: Name) {
        const found = this.#all(...parts).find((one) => fits(this.#titleOf(one), name));
        return new Part(found ? [found] : [], this.#page);
    }

    buttons() {
        return this.#buttons().map((one) => this.#nameOf(one));
    }

    /** Where it posts to, and what a browser sends if it is pressed before anything is typed. */
    button(name: Name) {
        const found = this.#buttons().find((one) => fits(this.#nameOf(one), name));
        return found && formOf(found, this.#page);
    }

    links() {
        return this.#links().map((one) => this.#nameOf(one));
    }

    /** Where it leads to. */
    link(name: Name) {
        return this.#links().find((one) => fits(this.#nameOf(one), name))?.attribs['href'];
    }

    /** What a field holds, and what is said to be wrong with it. */
    field(label: Name) {
        const found = this.#all(...controls).find((one) => fits(this.#labelOf(one), label));
        return (
            found && {
                name: found.attribs['name'] ?? '',
                value: valueOf(found),
                isChecked: 'checked' in found.attribs,
                options: optionsIn(found).map(({ children }) => read(children)),
                error:
                    'aria-invalid' in found.attribs
                        ? this.#textOf(found.attribs['aria-describedby'])
                        : undefined
            }
        );
    }

    /** The rows of a table, by the titles of its columns. */
    rows(caption: Name) {
        const table = this.#all('table').find((one) =>
            DomUtils.getElementsByTagName('caption', one).some(({ children }) =>
                fits(read(children), caption)
            )
        );
        const [head, ...lines] = table ? DomUtils.getElementsByTagName('tr', table) : [];
        const titles = head ? cellsOf(head) : [];
        return lines.map((line): Record<string, string> =>
            Object.fromEntries(cellsOf(line).map((text, n) => [titles[n] ?? '', text]))
        );
    }

    /** The row that has this name in one of its cells. */
    row(caption: Name, name: Name) {
        return this.rows(caption).find((row) => Object.values(row).some((text) => fits(text, name)));
    }

    /** What went wrong. */
    alert() {
        return this.#said('alert');
    }

    /** What was done, or is going on. */
    status() {
        return this.#said('status');
    }

    #all(...tags: string[]) {
        return DomUtils.findAll(({ name }) => tags.includes(name), this.#nodes);
    }

    #buttons() {
        return this.#all('button').filter((one) => !isHidden(one));
    }

    #links() {
        return this.#all('a').filter(({ attribs }) => attribs['href'] !== undefined);
    }

    #said(role: string) {
        const found = DomUtils.findAll(({ attribs }) => attribs['role'] === role, this.#nodes);
        return (
            found
                .map(({ children }) => read(children))
                .join(' ')
                .trim() || undefined
        );
    }

    /** The text of the elements with these ids. */
    #textOf(ids = '') {
        const byId = (id: string) => DomUtils.findOne(({ attribs }) => attribs['id'] === id, this.#page);
        return ids
            .split(' ')
            .flatMap((id) => byId(id)?.children ?? [])
            .map((node) => read([node]))
            .join(' ')
            .trim();
    }

    #nameOf({ attribs, children }: Element) {
        return (
            attribs['aria-label'] ??
            (this.#textOf(attribs['aria-labelledby']) || read(children) || (attribs['title'] ?? ''))
        );
    }

    #labelOf(control: Element) {
        const { id, 'aria-label': own, 'aria-labelledby': by } = control.attribs;
        const isFor = ({ name, attribs }: Element) => name === 'label' && attribs['for'] === id;
        const label =
            above(control, 'label') ?? (id === undefined ? null : DomUtils.findOne(isFor, this.#page));
        return own ?? (label ? read(label.children) : this.#textOf(by));
    }

    #titleOf(part: Element) {
        if ('aria-label' in part.attribs || 'aria-labelledby' in part.attribs) return this.#nameOf(part);
        const isTitle = ({ name }: Element) => [...headings, 'legend', 'summary', 'strong'].includes(name);
        return read(DomUtils.findOne(isTitle, part.children)?.children ?? []);
    }
}

const headings = ['h1', 'h2', 'h3', 'h4'];
const parts = ['section', 'article', 'dialog', 'fieldset', 'details', 'form', 'nav', 'aside', 'li'];
const controls = ['input', 'textarea', 'select'];
const unread = ['script', 'style', 'template', 'head', 'textarea', 'select', 'svg'];
const inWords = 'a abbr b code del em i ins mark span strong sup time u'.split(' ');

const fits = (text: string, name: Name) => (typeof name === 'string' ? text === name : name.test(text));
const isHidden = ({ attribs }: Element) => 'hidden' in attribs;

/** The words, with single spaces between them; what is not part of a sentence stands apart. */
const read = (nodes: Nodes) => nodes.map(words).join('').replaceAll(/\s+/g, ' ').trim();

function words(node: Nodes[number]): string {
    if (node.type === ElementType.Text) return node.data;
    if (!('attribs' in node) || unread.includes(node.name) || isHidden(node)) return '';
    if (node.name === 'img') return node.attribs['alt'] ?? '';
    const text = node.children.map(words).join('');
    return inWords.includes(node.name) ? text : ` ${text} `;
}

function above({ parent }: Element, tag: string): Element | undefined {
    if (!parent || !('attribs' in parent)) return undefined;
    return parent.name === tag ? parent : above(parent, tag);
}

const optionsIn = (control: Element) => DomUtils.getElementsByTagName('option', control);

const cellsOf = (line: Element) =>
    DomUtils.findAll(({ name }) => name === 'th' || name === 'td', line.children).map(({ children }) =>
        read(children)
    );

function valueOf(control: Element) {
    if (control.name === 'textarea') return DomUtils.textContent(control).replace(/^\n/, '');
    if (control.name !== 'select') return control.attribs['value'] ?? '';
    const options = optionsIn(control);
    const chosen = options.find(({ attribs }) => 'selected' in attribs) ?? options[0];
    return chosen?.attribs['value'] ?? read(chosen?.children ?? []);
}

function formOf(button: Element, page: Nodes) {
    const { form: id, formaction } = button.attribs;
    const form =
        id === undefined
            ? above(button, 'form')
            : DomUtils.findOne(({ attribs }) => attribs['id'] === id, page);
    const isInForm = (one: Element) => one.attribs['form'] === undefined || one.attribs['form'] === id;
    const sent = DomUtils.findAll(
        (one) => controls.includes(one.name) && isInForm(one) && isSent(one),
        form?.children ?? []
    );
    const fields = [...sent, button].flatMap((one) => {
        const { name } = one.attribs;
        return name ? [[name, valueOf(one)] as const] : [];
    });
    return { action: formaction ?? form?.attribs['action'] ?? '', fields: Object.fromEntries(fields) };
}

const isSent = ({ attribs }: Element) =>
    ['checkbox', 'radio'].includes(attribs['type'] ?? '')
        ? 'checked' in attribs
        : attribs['type'] !== 'submit';
