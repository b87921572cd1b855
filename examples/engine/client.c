/* A client of `fiftyk engine` in C, with nothing but the system.
 *
 *     gcc -o client client.c && ./client [COMMAND...]
 *
 * starts the engine (by default `fiftyk engine`), asks for the value of an ending and for the
 * best move, and prints them. Requests go out one by one and each answer is waited for, so ids
 * need not be compared. A program that asks for more than a number or a word should take a
 * library to read JSON.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *to_engine, *from_engine;

static pid_t start(char **command)
{
    int in[2], out[2];
    pid_t child;
    if (pipe(in) || pipe(out) || (child = fork()) < 0) {
        perror("cannot start the engine");
        exit(1);
    }
    if (child == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_engine = fdopen(in[1], "w");
    from_engine = fdopen(out[0], "r");
    return child;
}

/* Sends one line and returns the line that comes back; the next call frees it. */
static const char *ask(const char *request)
{
    static char *line = NULL;
    static size_t room = 0;
    if (fprintf(to_engine, "%s\n", request) < 0 || fflush(to_engine) || getline(&line, &room, from_engine) < 0) {
        fprintf(stderr, "the engine has ended\n");
        exit(1);
    }
    if (strstr(line, "\"error\":")) {
        fprintf(stderr, "%s", line);
        exit(1);
    }
    return line;
}

/* What follows "name": in a line, up to the next comma or bracket, without quotes. */
static void field(const char *line, const char *name, char *value, size_t room)
{
    char key[64];
    const char *at;
    size_t length;
    snprintf(key, sizeof key, "\"%s\":", name);
    at = strstr(line, key);
    value[0] = '\0';
    if (at == NULL)
        return;
    at += strlen(key);
    at += strspn(at, "[\"");
    length = strcspn(at, ",]}\"");
    snprintf(value, room, "%.*s", (int)length, at);
}

int main(int argc, char **argv)
{
    static char *usual[] = {"fiftyk", "engine", NULL};
    char value[64], best[64], decision[64];
    const char *answer;
    int status;
    pid_t engine;

    /* Writing to an engine that has gone is an error to look at, not the end of this program. */
    signal(SIGPIPE, SIG_IGN);
    engine = start(argc > 1 ? argv + 1 : usual);

    answer = ask("{\"id\":1,\"cmd\":\"solve\",\"all_moves\":false,"
                 "\"position\":\"classic4 7s7hTdJcKh2d/3d7dTc2s/5s8cTsKc/4c5h5c9hQsKd2c 2 - 0 0,0,25,0\"}");
    field(answer, "value", value, sizeof value);
    field(answer, "best", best, sizeof best);
    printf("value %s, best move %s\n", value, best);

    answer = ask("{\"id\":2,\"cmd\":\"choose\",\"bot\":\"greedy\",\"position\":\"classic4 3h4s5sKd/6c6d/7h9c/2sAh 0\"}");
    field(answer, "decision", decision, sizeof decision);
    printf("a bot plays %s\n", decision);

    /* The end of input is the end of the engine. */
    fclose(to_engine);
    if (waitpid(engine, &status, 0) < 0 || !WIFEXITED(status))
        return 1;
    return WEXITSTATUS(status);
}
