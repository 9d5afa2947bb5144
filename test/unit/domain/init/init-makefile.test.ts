import { describe, expect, it } from 'vitest'
import { findWhatToMeasure } from '../../../../src/domain/init/find.ts'
import { buildOwnProgram } from '../../../../src/domain/init/own-command.ts'
import { aProject, findIn } from './init-project.ts'

const main = 'int main(int argc, char **argv) { return run(argv[1]); }\n'

function findPrograms(texts: Readonly<Record<string, string>>) {
  return findIn(texts).programs.map(({ command, setup, usesGpu, missing }) => ({
    command: command.join(' '),
    setup: setup.map((words) => words.join(' ')),
    usesGpu,
    missing,
  }))
}

describe('programs of makefiles', () => {
  it('are run with the arguments of the target run', () => {
    const text = `
# Compiler can be set below
CC      = nvcc
program = main
source  = main.cu
obj     = $(source:.cu=.o)
LAUNCHER =
CFLAGS := $(EXTRA_CFLAGS) -O3 # fast
ifeq ($(DEBUG),yes)
  CFLAGS += -g
endif

$(program): $(obj) Makefile
	$(CC) $(CFLAGS) $(obj) -o $@ $(LDFLAGS)

%.o: %.cu reference.h Makefile
	$(CC) $(CFLAGS) -c $< -o $@

clean:
	rm -rf $(program) $(obj)

run: $(program)
	$(LAUNCHER) ./$(program) 8192 0.5 100
`
    const found = { command: './main 8192 0.5 100', setup: ['make main'], usesGpu: true, missing: null }
    expect(findPrograms({ Makefile: text, 'main.cu': main })).toEqual([found])
    expect(findPrograms({ 'src/sum/Makefile': text, 'src/sum/main.cu': main })).toEqual([
      { ...found, command: 'src/sum/main 8192 0.5 100', setup: ['make -C src/sum main'] },
    ])
  })

  it('need their arguments where main reads them, and none where it does not', () => {
    const text = `OUT = -o $@
all: train bench
train: train.cu
	$(NVCC) $^ \\
	  $(LDLIBS) $(OUT)
bench: bench.c | build
	@$(CC) bench.c -o bench
test_all: tests.c
	$(CC) $^ -o $@
libsum.so: sum.c
	$(CC) -shared $^ -o $@
`
    expect(findPrograms({ Makefile: text, 'train.cu': main, 'bench.c': 'int main(void) { return 0; }\n' })).toEqual([
      { command: './bench', setup: ['make bench'], usesGpu: false, missing: null },
      { command: './train', setup: ['make train'], usesGpu: true, missing: 'its arguments are not known' },
    ])
  })

  it('may be built by a target with another name, and not by a pattern', () => {
    const text = `bin/%: src/%.cu
	nvcc -o $@ $<
all:
	hipcc main.cpp -o ./heat
debug:
	hipcc -g main.cpp -o heat
`
    const quiet = 'int main() { return 0; }\n'
    expect(findPrograms({ Makefile: text, 'src/a.cu': quiet, 'main.cpp': quiet })).toEqual([
      { command: './heat', setup: ['make all'], usesGpu: true, missing: null },
    ])
  })

  it('are not run with arguments that need a shell, or name files of another folder than the root', () => {
    const text = (line: string) => `sum: sum.cu\n\tnvcc sum.cu -o sum\nrun: sum\n\t${line}\n`
    const missing = 'its arguments are not known'
    for (const line of ['./sum $(FILE)', './sum < input', './sum a && ./sum b'])
      expect(findPrograms({ Makefile: text(line), 'sum.cu': main })).toMatchObject([{ command: './sum', missing }])
    expect(findPrograms({ Makefile: text('./sum in.txt'), 'sum.cu': main })).toMatchObject([
      { command: './sum in.txt', missing: null },
    ])
    expect(findPrograms({ 'a/Makefile': text('./sum in.txt'), 'a/sum.cu': main })).toMatchObject([
      { command: 'a/sum', missing },
    ])
  })

  it('are linked by a compiler, or from sources', () => {
    const text = `SRCS = $(wildcard src/*.cu)
OBJS = $(SRCS:src/%.cu=build/%.o)
PARTS = a.cu b.cu
sim: $(OBJS)
	g++ $(OBJS) -o $@ -lm
sum: $(PARTS:%.cu=%.o)
	$(LINKER) $^ -o $@
manual: manual.md
	pandoc $< -o $@
app:
	go build -o bin/app ./cmd/app
omp: a.cu
	icpx -openmp a.cu -o omp
installed: a.cu
	nvcc a.cu -o /usr/local/bin/sum
above: a.cu
	nvcc a.cu -o ../bin/sum
data:
	curl -L -o data https://example.com
`
    const files = { 'a.cu': main, 'b.cu': '', 'src/c.cu': main, 'manual.md': '' }
    expect(findPrograms({ Makefile: text, ...files })).toEqual([
      { command: './sim', setup: ['make sim'], usesGpu: true, missing: 'its arguments are not known' },
      { command: './sum', setup: ['make sum'], usesGpu: true, missing: 'its arguments are not known' },
      { command: './omp', setup: ['make omp'], usesGpu: true, missing: 'its arguments are not known' },
    ])
  })

  it('are read by the source that the rule names, not by another one of that name', () => {
    const text = 'train:\n\tnvcc train.cu -o train\nquick: quick.o\n\tnvcc quick.o -o quick\n'
    const quiet = 'int main() { return 0; }\n'
    const files = { Makefile: text, 'train.c': quiet, 'train.cu': main, 'quick.cu': quiet }
    expect(findPrograms(files).map(({ command, missing }) => [command, missing])).toEqual([
      ['./quick', null],
      ['./train', 'its arguments are not known'],
    ])
  })

  it('can be linked into another directory of the repository', () => {
    const text = 'bin: sum.cu\n\tnvcc sum.cu -o ../bin/./sum\n'
    expect(findPrograms({ 'src/Makefile': text, 'src/sum.cu': main })).toMatchObject([
      { command: 'bin/sum', setup: ['make -C src bin'] },
    ])
  })

  it('are built for a command that starts one', () => {
    const project = aProject({ Makefile: 'sum: sum.cu\n\tnvcc sum.cu -o sum\n', 'sum.cu': main })
    const findings = findWhatToMeasure(project)
    for (const program of ['./sum', 'sum'])
      expect(buildOwnProgram([program, '100'], findings, project)).toMatchObject({
        command: ['./sum', '100'],
        setup: [['make', 'sum']],
        usesGpu: true,
      })
  })
})

describe('a makefile', () => {
  it('that multiplies its text is not expanded without end', () => {
    const names = Array.from({ length: 40 }, (_, at) => `A${at} = ${`$(A${at + 1})`.repeat(20)}`)
    const long = `B = ${'a'.repeat(4000)}\nC = ${'$(B)'.repeat(1000)}\n`
    const text = `${names.join('\n')}\n${long}all: $(C)\n\techo $(A0) $(C) ${'$^ '.repeat(6000)}\nsum:\n\tnvcc a.cu -o $@\n`
    expect(findPrograms({ Makefile: text, 'a.cu': main }).map(({ command }) => command)).toEqual(['./sum'])
  })

  it('has no rules in assignments, comments or recipes', () => {
    const link = '\tnvcc a.cu -o $@\n'
    const text = `A := b: c\n${link}x::=y\n# d: e\nf: g\n${link}j: CFLAGS = -g\n${link}k l: a.cu\n${link}`
    const found = findPrograms({ Makefile: text, 'a.cu': main }).map(({ command }) => command)
    expect(found).toEqual(['./f', './k', './l'])
  })
})
